"""What programs of all kinds and languages put around a letter's own lines."""

from __future__ import annotations

import pytest

from pbem.mail.message import read_message

HEAD = "From: ann@example.org\nSubject: [gx7]\n"

INTRODUCTIONS = {
    "gmail en": "On Mon, Jan 5, 2026 at 9:14 AM Judge <judge@example.org> wrote:",
    "gmail es": "El lun, 5 ene 2026 a las 9:14, Judge (<judge@example.org>) escribió:",
    "gmail it": "Il giorno lun 5 gen 2026 alle ore 09:14 Judge <judge@example.org> ha scritto:",
    "gmail nl": "Op ma 5 jan 2026 om 09:14 schreef Judge <judge@example.org>:",
    "gmail pt": "Em seg., 5 de jan. de 2026 às 09:14, Judge <judge@example.org> escreveu:",
    "gmail pl": "pon., 5 sty 2026 o 09:14 Judge <judge@example.org> napisał(a):",
    "gmail sv": "Den mån 5 jan. 2026 kl 09:14 skrev Judge <judge@example.org>:",
    "gmail da": "Den man. 5. jan. 2026 kl. 09.14 skrev Judge <judge@example.org>:",
    "gmail fi": "ma 5. tammik. 2026 klo 9.14 Judge (judge@example.org) kirjoitti:",
    "gmail cs": "po 5. 1. 2026 v 9:14 odesílatel Judge <judge@example.org> napsal:",
    "gmail hu": "Judge <judge@example.org> ezt írta (időpont: 2026. jan. 5., H, 9:14):",
    "gmail tr": "Judge <judge@example.org>, 5 Oca 2026 Pzt, 09:14 tarihinde şunu yazdı:",
    "gmail ja": "2026年1月5日(月) 9:14 Judge <judge@example.org>:",
    "gmail zh": "Judge <judge@example.org> 于2026年1月5日周一 09:14写道：",
    "gmail ru": "пн, 5 янв. 2026 г. в 09:14, Judge <judge@example.org>:",
    "gmail de": "Am Mo., 5. Jan. 2026 um 09:14 Uhr schrieb Judge <judge@example.org>:",
    "gmail fr": "Le lun. 5 janv. 2026 à 09:14, Judge <judge@example.org> a écrit :",
    "thunderbird": "On 05.01.2026 09:14, Judge wrote:",
    "tb de": "Am 05.01.26 um 09:14 schrieb Judge:",
    "tb fr": "Le 05/01/2026 à 09:14, Judge a écrit :",
    "yahoo": "On Monday, January 5, 2026 at 09:14:22 AM GMT+1, Judge <judge@example.org> wrote:",
    "proton": "On Monday, January 5th, 2026 at 9:14 AM, Judge <judge@example.org> wrote:",
    "ko": "2026년 1월 5일 (월) 오전 9:14, Judge <judge@example.org>님이 작성:",
    "he": (
        "\u202bבתאריך יום ב׳, 5 בינו׳ 2026 ב-9:14 מאת \u202aJudge\u202c\u200f <\u202aju"
        "dge@example.org\u202c\u200f>:\u202c"
    ),
    "no": "man. 5. jan. 2026 kl. 09:14 skrev Judge <judge@example.org>:",
    "uk": "пн, 5 січ. 2026 р. о 09:14 Judge <judge@example.org> пише:",
    "ro": "În lun., 5 ian. 2026 la 09:14, Judge <judge@example.org> a scris:",
    "el": "Στις Δευ 5 Ιαν 2026 στις 9:14 π.μ., ο χρήστης Judge <judge@example.org> έγραψε:",
}

HEADERS = {
    "es": "De: Judge\nEnviado el: lunes\nPara: Ann\nAsunto: x",
    "it": "Da: Judge\nInviato: lunedì\nA: Ann\nOggetto: x",
    "nl": "Van: Judge\nVerzonden: maandag\nAan: Ann\nOnderwerp: x",
    "pl": "Od: Judge\nWysłano: pon\nDo: Ann\nTemat: x",
    "sv": "Från: Judge\nSkickat: den 5\nTill: Ann\nÄmne: x",
    "pt": "De: Judge\nEnviado: segunda\nPara: Ann\nAssunto: x",
    "ja": "差出人: Judge\n送信日時: 2026\n宛先: Ann\n件名: x",
    "zh": "发件人: Judge\n发送时间: 2026\n收件人: Ann\n主题: x",
    "ru": "От: Judge\nОтправлено: 5\nКому: Ann\nТема: x",
    "fi": "Lähettäjä: Judge\nLähetetty: ma\nVastaanottaja: Ann\nAihe: x",
    "da": "Fra: Judge\nSendt: 5\nTil: Ann\nEmne: x",
    "tr": "Kimden: Judge\nGönderildi: 5\nKime: Ann\nKonu: x",
    "cz": "Od: Judge\nOdesláno: 5\nKomu: Ann\nPředmět: x",
    "hu": "Feladó: Judge\nElküldve: 5\nCímzett: Ann\nTárgy: x",
}

PAGES = {
    "gmail_quote": (
        (
            '<div dir="ltr">A PAR - BUR</div><br><div class="gmail_quote"><div class="gmail'
            '_attr">On Mon, Jan 5, 2026 Judge &lt;judge@example.org&gt; wrote:<br></div><bl'
            "ockquote>A MAR H</blockquote></div>"
        ),
        ["A PAR - BUR"],
    ),
    "outlook": (
        (
            '<p class=MsoNormal>A PAR - BUR</p><div style="border:none;border-top:solid #E1'
            'E1E1 1.0pt"><p><b>From:</b> Judge<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br>'
            "<b>Subject:</b> x</p></div><p>A MAR H</p>"
        ),
        ["A PAR - BUR"],
    ),
    "outlook appendonsend": (
        (
            '<div>A PAR - BUR</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"'
            "><b>From:</b> Judge<br><b>Sent:</b> x<br><b>To:</b> a<br></div><div>A MAR H</d"
            "iv>"
        ),
        ["A PAR - BUR"],
    ),
    "yahoo": (
        (
            '<div>A PAR - BUR</div><div class="yahoo_quoted"><div>On Monday, January 5, 202'
            "6 at 9:14 AM, Judge &lt;judge@example.org&gt; wrote:</div><div>A MAR H</div></"
            "div>"
        ),
        ["A PAR - BUR"],
    ),
    "strike": ("<p><s>A MAR H</s></p><p>A PAR - BUR</p>", ["A PAR - BUR"]),
    "del": ("<p><del>A MAR H</del></p><p>A PAR - BUR</p>", ["A PAR - BUR"]),
    "line-through": (
        '<p><span style="text-decoration: line-through">A MAR H</span></p><p>A PAR - BUR</p>',
        ["A PAR - BUR"],
    ),
    "li": ("<ul><li>A PAR - BUR</li><li>A MAR H</li></ul>", ["A PAR - BUR", "A MAR H"]),
    "ol": ("<ol><li>A PAR - BUR<li>A MAR H</ol>", ["A PAR - BUR", "A MAR H"]),
    "table": (
        (
            "<table><tr><td>A PAR</td><td>-</td><td>BUR</td></tr><tr><td>A MAR</td><td>H</t"
            "d></tr></table>"
        ),
        ["A PAR - BUR", "A MAR H"],
    ),
    "pre": ("<pre>A PAR - BUR\nA MAR H</pre>", ["A PAR - BUR", "A MAR H"]),
    "moz-cite": (
        (
            '<p>A PAR - BUR</p><div class="moz-cite-prefix">Am 05.01.26 um 09:14 schrieb Ju'
            'dge:<br></div><blockquote type="cite">A MAR H</blockquote>'
        ),
        ["A PAR - BUR"],
    ),
    "signature": (
        '<div>A PAR - BUR</div><div class="gmail_signature">-- <br>A MAR H</div>',
        ["A PAR - BUR"],
    ),
    "signature2": (
        (
            '<div>A PAR - BUR</div><div class="gmail_signature" data-smartmail="gmail_signa'
            'ture">A MAR H</div>'
        ),
        ["A PAR - BUR"],
    ),
}


def own(body: str) -> list[str]:
    """The lines of a letter that its writer has written."""
    text = read_message((HEAD + body).encode()).text
    return [line.strip() for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("name", INTRODUCTIONS)
def test_quotations(name: str) -> None:
    """Above, below and without marks: what is repeated is left out, in every language."""
    introduction = INTRODUCTIONS[name]
    assert own(f"\nA PAR - BUR\n\n{introduction}\n\nA MAR H\n") == ["A PAR - BUR"]
    assert own(f"\nA PAR - BUR\n\n{introduction}\n> A MAR H\n") == ["A PAR - BUR"]
    assert own(f"\n{introduction}\n> A MAR H\n\nA PAR - BUR\n") == ["A PAR - BUR"]


@pytest.mark.parametrize("name", HEADERS)
def test_header_blocks(name: str) -> None:
    """The head of a letter that is repeated ends what is read."""
    assert own(f"\nA PAR - BUR\n\n{HEADERS[name]}\n\nA MAR H\n") == ["A PAR - BUR"]


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str) -> None:
    """HTML as programs write it; what is struck out is not said."""
    page, expected = PAGES[name]
    lines = own(f"Content-Type: text/html; charset=utf-8\n\n{page}")
    assert [line for line in lines if line != "x"] == expected


@pytest.mark.parametrize("mark", [">", "> >", "\t>", "»", "|", "}", "&gt;"])
def test_marks(mark: str) -> None:
    """Marks of quotation, of today and of old."""
    assert own(f"\nA PAR - BUR\n{mark} A MAR H\n") == ["A PAR - BUR"]


def test_a_table_is_no_quotation() -> None:
    """Bars on both sides are a table that somebody typed."""
    assert own("\n| A PAR - BUR |\n| A MAR H |\n") == ["| A PAR - BUR |", "| A MAR H |"]
