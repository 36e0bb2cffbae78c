"""Letters about a game that has not begun: commands, and nothing to order yet.

Where somebody wants a seat, or has one and waits, a letter holds commands and talk.
A line that is an order on the board is refused, so that nobody thinks it was stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from pbem.board.variant import Variant
from pbem.game.commands import (
    Affirm,
    AskStatus,
    ChangeAddress,
    Forget,
    Prefer,
    Rename,
    Request,
    Resign,
    SetZone,
)
from pbem.game.events.observing import Role
from pbem.mail.commands import (
    Ask,
    ConfirmSeat,
    Enquiry,
    JoinGame,
    NotObeyed,
    ObserveGame,
    SignOff,
    SignOn,
    StopObserving,
    TakeOver,
    read_command,
)
from pbem.mail.press import Press, read_block
from pbem.orders.grammar import is_order_like, without_initial
from pbem.sayings import Saying, say

_BEFORE = (Forget, Rename, SetZone, Resign, ChangeAddress)
_NOT_YET = say("not-begun")


@dataclass(frozen=True)
class Waiting:
    """What such a letter says.

    Attributes:
        meant: Whether it says CONFIRM, JOIN or TAKEOVER.
        powers: Named behind JOIN or TAKEOVER, the dearest first.
        requests: In the order of the letter.
        wants: What is asked for beside a seat: to observe, to stand by.
        leaves: Which of these is to end.
        asks: Questions for the judge itself.
        refused: Lines that could not be obeyed, with what would be right.
        press: Blocks that are no commands.
    """

    meant: bool = False
    powers: tuple[str, ...] = ()
    requests: tuple[Request, ...] = ()
    wants: tuple[Role, ...] = ()
    leaves: tuple[Role, ...] = ()
    asks: tuple[Ask, ...] = ()
    refused: tuple[tuple[str, Saying], ...] = ()
    press: tuple[Press, ...] = ()


def read_waiting(text: str, variant: Variant) -> Waiting:
    """Read the new text of a letter about a game that has not begun.

    Args:
        text: Lines without quotation and signature.
        variant: The board, for the names of powers and for what would be an order.
    """
    meant = False
    powers: tuple[str, ...] = ()
    requests: list[Request] = []
    wants: list[Role] = []
    leaves: list[Role] = []
    asks: list[Ask] = []
    refused: list[tuple[str, Saying]] = []
    press: list[Press] = []
    lines: Sequence[str] = without_initial(text.split("\n"))[0]
    behind = 0
    for position, line in enumerate(lines):
        if position < behind:
            continue
        block = read_block(lines, position, variant)
        if block is not None:
            press.append(block[0])
            behind = block[1]
            continue
        match read_command(line, variant):
            case SignOff():
                break
            case SignOn():
                continue
            case ConfirmSeat():
                meant = True
                requests.append(Affirm())
            case JoinGame(wanted) | TakeOver(wanted):
                meant = True
                powers = wanted or powers
                requests += [Prefer(wanted)] if wanted else []
            case NotObeyed(says):
                refused.append((line.strip(), says))
            case ObserveGame(role):
                wants.append(role)
            case StopObserving(role):
                leaves.append(role)
            case AskStatus() as status:
                requests.append(status)
            case spoken if isinstance(spoken, get_args(Enquiry)):
                asks.append(spoken)
            case spoken if isinstance(spoken, _BEFORE):
                requests.append(spoken)
            case spoken if isinstance(spoken, get_args(Request)):
                refused.append((line.strip(), _NOT_YET))
            case None if is_order_like(variant, line):
                refused.append((line.strip(), _NOT_YET))
            case _:
                pass
    return Waiting(
        meant=meant,
        powers=powers,
        requests=tuple(requests),
        wants=tuple(wants),
        leaves=tuple(leaves),
        asks=tuple(asks),
        refused=tuple(refused),
        press=tuple(press),
    )
