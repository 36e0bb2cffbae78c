"""The new text of a letter: what its writer said, without what is only repeated.

Left out are lines that begin with `>`, the line that introduces a quotation
(`On …, … wrote:`, in eleven languages, also broken over three lines), and
footers of phones. The text ends at a signature delimiter, at a header block
or a divider that mail programs put above what they repeat, at an
introduction whose quotation has no `>`, at the judge's own line, and at the
end of the lines.

A body ends at its 20,000th line. Nothing is left out of a longer line than 500
characters: programs write short ones, and a pattern has no business in others.
"""

from __future__ import annotations

import re

REPLY_LINE = "=== write above this line ==="
"""Stands in the judge's letters; below it the judge repeats itself."""

MOST_LINES = 20_000
_LONGEST = 500
_VERBS = (
    r"wrote|writes|schrieb|schreibt|a\s+écrit|écrivait|escribió|ha\s+scritto|scrisse|schreef"
    r"|skrev|escreveu|kirjoitti|napisał(?:\(a\)|a)?|написал(?:\(а\)|а)?|пишет|пише|napsala?"
    r"|ezt írta|yazdı|a scris|έγραψε"
)
_SAYS = re.compile(rf"(?:^|[\s,>])(?:{_VERBS})(?:[\s,]|\s*:\s*$)", re.IGNORECASE)
_ENDS = re.compile(r"[:\uff1a][\s\u200e\u200f\u202c\u2069]*$")
_DATED = re.compile(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)|(?<!\d)(?:19|20)\d{2}(?!\d)|[^\s<>]+@[^\s<>]+")
_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]")
_BRACKETED = re.compile(r"[<(][^<>()@\s]{1,64}@[^<>()@\s]{1,200}[>)]")
_OPENS = re.compile(
    r"(?:on|am|le|el|il|op|den|em|w dniu|dnia|em|på|tor|fre|man|ma|ti|ke|to|pe|la|su)\b"
    r"|\d{1,4}[-./]\d{1,2}|.{0,120}<\s*$",
    re.IGNORECASE,
)
_DIVIDER = re.compile(
    r"\s*[-_=]{2,}\s*(?:original message|original appointment|forwarded message|reply message"
    r"|forwarded by.{0,80}|ursprüngliche nachricht|weitergeleitete nachricht|originalnachricht"
    r"|message d['’]origine|message original|message transféré|mensaje original"
    r"|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht"
    r"|doorgestuurd bericht|originalmeddelande|opprinnelig melding|oprindelig meddelelse"
    r"|mensagem original|wiadomość oryginalna|исходное сообщение)"
    r"\s*[-_=]*\s*",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht"
    r"|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado"
    r"|inizio messaggio inoltrato|begin doorgestuurd bericht)\s*:\s*",
    re.IGNORECASE,
)
_UNDERSCORES = re.compile(r"\s*_{30,}\s*")
_FROM = re.compile(
    r"\s*\*?(?:from|von|de|da|van|från|fra|lähettäjä|od|от|kimden|feladó|από|від|expeditor"
    r"|差出人|发件人|寄件者|보낸\s?사람)\s*[:\uff1a]\*?\s*\S",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\s*\*?(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?"
    r"|fecha|para|asunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt"
    r"|til|emne|wysłano|do|temat|отправлено|кому|тема|assunto|enviada em|lähetetty|vastaanottaja"
    r"|aihe|gönderildi|gönderilme|tarih|kime|konu|odesláno|datum|komu|předmět|elküldve|címzett"
    r"|tárgy|στάλθηκε|προς|θέμα|надіслано|trimis|către|subiect|送信日時|日付|宛先|件名|发送时间"
    r"|日期|收件人|主题|寄件日期|收件者|主旨|보낸\s?날짜|날짜|받는\s?사람|제목)\s*[:\uff1a]\*?(?:\s|$|\S)",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"\s*(?:sent from (?:my |the |yahoo|outlook|mail |proton|samsung|gmail).{0,80}"
    r"|sent (?:with|via|using) .{0,80}|sent from \S{1,40}"
    r"|get outlook for .{0,100}|get the .{0,40} app\b.{0,60}"
    r"|(?:von|aus) mein(?:em|er) .{0,60} gesendet|gesendet (?:von|mit) .{0,80}"
    r"|envoyé (?:de|depuis) .{0,80}|enviado (?:desde|do|de) (?:mi|meu) .{0,60}"
    r"|inviato da(?:l mio)? .{0,60}|verzonden (?:vanaf|met) .{0,60}"
    r"|skickat från .{0,60}|wysłane z .{0,60})\s*",
    re.IGNORECASE,
)


def new_text(body: str, most: int = MOST_LINES) -> str:
    """Return the lines of a body that its writer has written, in their order.

    Lines end in LF; blank lines at both ends are dropped. No more than one
    line that says something is returned beyond `most`.
    """
    lines = body.split("\n", MOST_LINES)[:MOST_LINES]
    kept: list[str] = []
    said = 0
    position = 0
    while position < len(lines) and said <= most:
        line = lines[position]
        if not line.strip():
            kept.append("")
            position += 1
            continue
        if is_quoted(line):
            position += 1
            continue
        if len(line) <= _LONGEST:
            if _ends_text(lines, position):
                break
            skipped = _introduction(lines, position)
            if skipped and _next_is_quoted(lines, position + skipped):
                position += skipped
                continue
            if skipped and _is_dated(lines, position, skipped):
                break
            if _FOOTER.fullmatch(line):
                position += 1
                continue
        kept.append(line)
        said += 1
        position += 1
    return "\n".join(kept).strip("\n")


def is_quoted(line: str) -> bool:
    """Return whether a line repeats an earlier letter: it begins with `>`, or a bar of old."""
    line = line.strip(" \t\xa0\ufeff") if len(line) < _LONGEST else line[:40].lstrip()
    return line.startswith((">", "»", "&gt;", "}")) or (line.startswith("|") and line[-1] != "|")


def _ends_text(lines: list[str], position: int) -> bool:
    line = lines[position]
    if line.rstrip() == "--" or line.strip() == REPLY_LINE:
        return True
    if _DIVIDER.fullmatch(line) or _FORWARD.fullmatch(line) or _UNDERSCORES.fullmatch(line):
        return True
    if _FROM.match(line):
        below = (following[:_LONGEST] for following in lines[position + 1 : position + 7])
        return sum(1 for following in below if _HEADER.match(following)) >= 2
    return False


def _introduction(lines: list[str], position: int) -> int:
    """Return how many lines from here introduce a quotation; 0 where none does."""
    first = lines[position]
    if not first.strip():
        return 0
    if _ENDS.search(first):
        return 1 if _SAYS.search(first) or _is_programs(first) else 0
    if not _OPENS.match(first.lstrip()):
        return 0
    joined = first
    for count, line in enumerate(lines[position + 1 : position + 3], start=2):
        if not line.strip() or is_quoted(line) or len(joined) + len(line) > _LONGEST:
            return 0
        joined = f"{joined} {line}"
        if _ENDS.search(joined):
            return count if _SAYS.search(joined) and _DATED.search(joined) else 0
    return 0


def _is_programs(line: str) -> bool:
    """Return whether a line has an address in brackets and a time, in whatever language."""
    return (
        _BRACKETED.search(line) is not None and _DATED.search(_BRACKETED.sub("", line)) is not None
    )


def _next_is_quoted(lines: list[str], position: int) -> bool:
    for line in lines[position : position + 4]:
        if line.strip():
            return is_quoted(line)
    return False


def _is_dated(lines: list[str], position: int, count: int) -> bool:
    """Return whether an introduction is a program's: it has an address, or opens with a date.

    A player may well write `As I wrote at 10:00:` above orders.
    """
    line = " ".join(lines[position : position + count])
    if _ADDRESS.search(line):
        return True
    return _OPENS.match(line.lstrip()) is not None and _DATED.search(line) is not None
