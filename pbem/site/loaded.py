"""A game with all that its pages need, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.board.position import Position
from pbem.game.publication import GameRecord, PhaseFile
from pbem.site.facts import Facts, facts_of
from pbem.site.plan import (
    GameFile,
    GamePage,
    Page,
    PhaseFileKind,
    PhasePage,
    folders,
    game_pages,
    phase_pages,
    touched_pages,
)
from pbem.site.press import Speech
from pbem.site.settings import SiteSettings
from pbem.site.source import Board, Source
from pbem.site.summary import News, Summary, current_position, news_of, summarize
from pbem.site.views import Step


@dataclass(frozen=True)
class LoadedGame:
    """A game with all that its pages need.

    Attributes:
        now: The board as it stands; None before the start.
        places: Folders of its phases, by number.
        facts: None while it runs.
        press: What was said in public, the first first.
    """

    record: GameRecord
    board: Board
    summary: Summary
    news: tuple[News, ...]
    now: Position | None
    places: Mapping[int, str]
    facts: Facts | None
    press: tuple[Speech, ...]

    def step(self, file: PhaseFile) -> Step:
        """Return the way to a phase, from the game's folder."""
        return Step(self.places[file.number], file.position.phase.title)


def load_game(source: Source, game: str) -> LoadedGame:
    """Return a game, read from the record.

    Raises:
        RecordError: Its record cannot be used.
        VariantError: Its board is neither in the record nor at hand.
    """
    record = source.record(game)
    board = source.board_of(record.settings)
    places = folders(record)
    summary = summarize(record, board.variant)
    return LoadedGame(
        record=record,
        board=board,
        summary=summary,
        news=news_of(record, board.variant, places),
        now=current_position(record, board.variant),
        places=places,
        facts=facts_of(record, board.variant, summary),
        press=source.press(game),
    )


def all_pages(game: LoadedGame, settings: SiteSettings) -> tuple[Page, ...]:
    """Return all files of a game that there are by these settings."""
    return wanted_pages((*game_pages(game.record), *phase_pages(game.record)), game, settings)


def changed_pages(
    game: LoadedGame, settings: SiteSettings, files: frozenset[str]
) -> tuple[Page, ...]:
    """Return the files of a game that a change of its record can touch."""
    return wanted_pages(touched_pages(game.record, files), game, settings)


def wanted_pages(
    pages: tuple[Page, ...], game: LoadedGame, settings: SiteSettings
) -> tuple[Page, ...]:
    """Return those of some files of a game that there are: a board may have no map."""
    return tuple(page for page in pages if _is_wanted(page, game, settings))


def has_film(game: LoadedGame) -> bool:
    """Return whether there is a film of a game that is over: it has phases and a map."""
    return game.board.atlas is not None and bool(game.record.standing)


def _is_wanted(page: Page, game: LoadedGame, settings: SiteSettings) -> bool:
    match page:
        case GamePage(GameFile.PRESS):
            return bool(game.press)
        case GamePage(GameFile.LATEST_MAP) | PhasePage(PhaseFileKind.MAP):
            return game.board.atlas is not None
        case GamePage(GameFile.ARCHIVE) | PhasePage(PhaseFileKind.TEXT):
            return not settings.lean
        case GamePage(GameFile.FILM):
            return has_film(game) and not settings.lean
        case GamePage(GameFile.PICTURE):
            # Other sites can show it only where they know its whole address.
            return bool(settings.url) and game.board.atlas is not None and game.now is not None
        case _:
            return True
