"""/labels: the PDF of `okanjo labels` by a request, read back as a scanner would; who may not."""

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from pypdfium2 import PdfDocument
from support.browser import complaints_of, looks, page, text_of, until
from support.label_reading import one_bit, rasters, read
from support.setup_site import SetUp, set_up
from support.web_commands import children, held_up
from support.web_site import DEADLINE_S, Answer, all_of, answer, caller, raw_answer, request
from support.web_site import until as so

from engine.codes import Label, codebook


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


BIG = "what=sushi-go-party&code=both&stock=5160&dpi=600"


def drawn(site: Any, **choices: str) -> Answer:
    query = "&".join(f"{key.strip('_')}={quote(value)}" for key, value in choices.items())
    return site.get(f"/labels.pdf?{query}")


def codes_in(pdf: bytes, dpi: int = 300) -> set[str]:
    return {barcode.text for image in rasters(pdf, dpi) for barcode in read(one_bit(image))}


def deck(site: SetUp, game: str) -> set[str]:
    labels = site.running and site.app.stickers.book.labels
    return {label.code for label in labels if label.type == "card" and label.game == game}


def face_of(site: SetUp, code: str) -> str | None:
    label = site.app.stickers.book.read(code)
    assert isinstance(label, Label)
    return label.face


# --- what comes ------------------------------------------------------------------------


def test_the_pdf_has_every_card_of_the_game_and_says_what_it_is(site: SetUp) -> None:
    response = drawn(site, what="omakase", stock="L7651")
    assert (response.status, response.headers["content-type"]) == (200, "application/pdf")
    assert response.headers["content-disposition"] == (
        'attachment; filename="okanjo-omakase-l7651.pdf"'
    )
    assert codes_in(response.body) == deck(site, "omakase")
    summary = unquote(response.headers["okanjo-told"])
    assert summary.startswith("62 labels on 1 sheet of L7651 (38.1 x 21.2 mm), code128, 300 dpi")
    assert "Print at 100 %" in summary
    assert "To start there: label 63" in summary


def test_every_choice_reaches_the_paper(site: SetUp) -> None:
    choices = {"stock": "40x15", "code": "both", "square": "8", "dpi": "600", "only": "Eel, tuna/2"}
    response = drawn(site, what="omakase", **choices)
    assert response.status == 200
    eels = [code for code in deck(site, "omakase") if face_of(site, code) == "eel"]
    assert codes_in(response.body, 600) > {*eels}
    summary = unquote(response.headers["okanjo-told"])
    assert "both, 600 dpi" in summary
    assert "8 mm is small" in summary
    later = drawn(site, what="sushi-go", only="pudding", from_="10")
    assert "10 labels on 1 sheet of L4731" in unquote(later.headers["okanjo-told"])
    assert "label 20" in unquote(later.headers["okanjo-told"])


def test_the_papers_come_as_well(site: SetUp) -> None:
    for what, stock, name in (("table", "a4", "table-a4"), ("guide", "", "guide")):
        response = drawn(site, what=what, stock=stock)
        assert response.status == 200
        assert response.body.startswith(b"%PDF-")
        assert response.headers["content-disposition"].endswith(f'okanjo-{name}.pdf"')


def test_paper_in_another_language_or_two_is_told_in_the_pages(site: SetUp) -> None:
    german = {"Accept_Language": "de"}
    languages = site.get("/labels.json", **german).json["languages"]
    assert languages[:2] == [["de", "Deutsch"], ["en", "English"]]
    response = site.get("/labels.pdf?what=menu&menu=omakase&language=en,ja", **german)
    name = 'okanjo-menu-omakase-en-ja.pdf"'
    assert response.headers["content-disposition"].endswith(name)
    assert unquote(response.headers["okanjo-told"]) == "Omakase, 2 Seiten A4"
    pages = [page.get_textpage().get_text_bounded() for page in PdfDocument(response.body)]
    assert ["Shrimp" in page and "えび" in page for page in pages] == [True, True]
    response = site.get("/labels.pdf?what=guide&language=en,xx", **german)
    assert (response.status, "Sprache" in response.body.decode()) == (409, True)


def scan(site: SetUp, dish: str) -> None:
    code = codebook().label("kind", dish).code
    assert site.post("/scan", {"code": code}, **site.session()).status == 200


def test_a_menu_is_a_page_and_the_one_on_the_table_comes_first(site: SetUp) -> None:
    menus = site.get("/labels.json").json["menus"]
    assert ["cutthroat-combo", "Cutthroat Combo"] in menus
    assert menus[-1] == ["omakase", "Omakase"]
    response = drawn(site, what="menu", menu="cutthroat-combo", stock="a5")
    assert response.body.startswith(b"%PDF-")
    assert response.headers["content-disposition"].endswith('okanjo-menu-cutthroat-combo-a5.pdf"')
    assert unquote(response.headers["okanjo-told"]) == "Cutthroat Combo, 1 page of A5"
    own = ("temaki", "eel", "tofu", "miso-soup", "spoon", "tea")
    for dish in own:
        scan(site, dish)
    assert site.get("/labels.json").json["menus"] == menus  # it lacks a dessert
    scan(site, "fruit")
    first, *others = site.get("/labels.json").json["menus"]
    assert (first[1], others) == ("On the table: Your own menu", menus)
    response = drawn(site, what="menu", menu=first[0])
    assert response.headers["content-disposition"].endswith('okanjo-menu.pdf"')
    assert unquote(response.headers["okanjo-told"]) == "Your own menu, 1 page of A4"


# --- what does not ------------------------------------------------------------------------

REFUSED = [
    ({"what": "sushi-go", "stock": "10x5"}, 409, "use at 300 dpi: L4731"),
    ({"what": "uno"}, 409, "use one of sushi-go-party, sushi-go, omakase, table, guide, menu"),
    ({"what": "menu", "menu": "cuthroat"}, 409, "did you mean cutthroat-combo?"),
    ({"what": "menu", "menu": "--all"}, 400, "use letters"),
    ({"what": "sushi-go", "only": "makki"}, 409, "did you mean maki?"),
    ({"what": "--stocks"}, 400, "use letters"),
    ({"what": "sushi-go", "stock": "-o/tmp/x"}, 400, "label -o/tmp/x: use letters"),
    ({"what": "sushi-go", "code": "qr\n"}, 400, "use letters"),
    ({"what": "sushi-go", "only": "maki;reboot"}, 400, "only maki;reboot: use letters"),
    ({"what": "sushi-go", "only": "x" * 500}, 400, "use letters"),
    ({"what": "sushi-go", "from": "٣"}, 400, "use letters"),
]


def test_what_makes_no_sense_is_told_and_nothing_else_reaches_a_command_line(site: SetUp) -> None:
    for choices, status, sentence in REFUSED:
        response = drawn(site, **choices)
        assert (response.status, sentence in response.body.decode()) == (status, True), choices
        assert not response.body.startswith(b"--")


def test_pages_from_elsewhere_cannot_have_it_drawn(site: SetUp) -> None:
    response = site.get("/labels.pdf?what=guide", Sec_Fetch_Site="cross-site")
    assert response.status == 403
    assert site.get("/labels.pdf?what=guide", Sec_Fetch_Site="none").status == 200


def test_one_is_drawn_at_a_time_and_one_whose_phone_left_is_given_up(site: SetUp) -> None:
    asking = request("GET", f"/labels.pdf?{BIG}")
    first = held_up(site.port, asking)
    (child,) = children()
    so(lambda: Path(f"/proc/{child}/stat").read_text().split()[18] == "10")
    second = answer(raw_answer(site.port, asking))
    first.close()
    so(lambda: not children())
    assert (second.status, second.headers["retry-after"]) == (503, "3")
    assert b"Wait a moment" in second.body
    so(lambda: drawn(site, what="guide").status == 200)
    assert [line for line in site.log if "mistake" in line] == []


def test_a_host_that_has_much_drawn_keeps_nobody_from_drawing(site: SetUp) -> None:
    assert drawn(site, what="guide").status == 200
    asking = (request("GET", f"/labels.pdf?{BIG}&from={number}") for number in (1, 2, 3))
    much = [caller(site.port, raw) for raw in asking]
    so(children)
    assert drawn(site, what="guide").status == 200  # it is kept
    with socket.create_connection(("127.0.0.1", site.port), DEADLINE_S, ("127.0.0.2", 0)) as other:
        other.sendall(request("GET", "/labels.pdf?what=sushi-go&only=pudding"))
        assert answer(all_of(other)).status == 200
    assert sorted(answer(all_of(connection)).status for connection in much) == [200, 503, 503]
    for connection in much:
        connection.close()


def test_a_program_that_starts_anew_leaves_no_drawing_behind(site: SetUp) -> None:
    first = held_up(site.port, request("GET", "/labels.pdf?what=sushi-go-party&code=both"))
    site.changed({"names.red": "Ann"})
    so(lambda: not children())
    first.close()
    assert [line for line in site.log if "mistake" in line] == []


# --- in a browser ----------------------------------------------------------------------------


def test_an_owner_without_a_terminal_prints_from_the_page(site: SetUp, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select

    loads = tmp_path / "loads"
    with page(f"{site.address}/labels", (390, 844)) as driver:
        driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(loads)}
        )

        def named(name: str) -> Any:
            return driver.find_element(By.NAME, name)

        until(lambda: named("what").find_elements(By.TAG_NAME, "option"))
        # before the first game it is the table sheet, with a picture of it
        assert (named("what").get_attribute("value"), text_of(driver, "#told")) == (
            "table",
            "Print at 100 %.",
        )
        sheet = driver.find_element(By.CSS_SELECTOR, "form img")
        until(lambda: sheet.get_property("naturalWidth") and sheet.is_displayed())
        Select(named("what")).select_by_value("sushi-go-party")
        assert not sheet.is_displayed()
        assert text_of(driver, "#told") == "181 labels on 1 sheet."
        Select(named("what")).select_by_value("sushi-go")
        Select(named("stock")).select_by_value("L7651")
        assert text_of(driver, "#told") == "108 labels on 2 sheets."
        named("from").send_keys("60")
        assert text_of(driver, "#told") == "108 labels on 3 sheets."
        named("from").clear()
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        file = loads / "okanjo-sushi-go-l7651.pdf"
        until(file.exists)
        until(lambda: file.read_bytes().rstrip().endswith(b"%%EOF"))
        assert text_of(driver, "#told").startswith("108 labels on 2 sheets of L7651")
        assert "the ruler must measure 50 mm" in text_of(driver, "#told")
        # a size that is too small, and one that would do
        Select(named("stock")).select_by_value("")
        named("own").send_keys("10 x 5")
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        until(lambda: "use at 300 dpi" in text_of(driver, "#told"))
        assert driver.execute_script("return told.className") == "note bad"
        # a label for photos has room on another sheet than the first
        Select(named("stock")).select_by_value("L4731")
        assert not named("square").is_displayed()
        Select(named("code")).select_by_value("both photo")
        assert named("square").is_displayed()
        assert text_of(driver, "#told") == "108 labels on 2 sheets."
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        until(lambda: "(35.6 x 16.9 mm), both, 300 dpi" in text_of(driver, "#told"))
        until((loads / "okanjo-sushi-go-l4732.pdf").exists)
        Select(named("what")).select_by_value("guide")
        assert not named("square").is_displayed()
        Select(named("what")).select_by_value("omakase")
        assert named("square").is_displayed()
        assert named("stock").get_attribute("value") == "L4732"
        Select(named("what")).select_by_value("guide")
        assert not named("only").is_displayed()
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        until((loads / "okanjo-guide-a4.pdf").exists)
        # a second language is another than the first
        Select(named("second")).select_by_value("de")
        Select(named("language")).select_by_value("de")
        assert named("second").get_attribute("value") == ""
        Select(named("second")).select_by_value("ja")
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        until((loads / "okanjo-guide-a4-de-ja.pdf").exists)
        assert text_of(driver, "#told").startswith("2 pages of A4")
        Select(named("second")).select_by_value("")
        Select(named("language")).select_by_value("en")
        # a menu has no code to scan, and a smaller paper
        Select(named("what")).select_by_value("menu")
        assert not named("dpi").is_displayed()
        Select(named("menu")).select_by_value("party-sampler")
        Select(named("stock")).select_by_value("a5")
        driver.find_element(By.CSS_SELECTOR, "form button").click()
        until((loads / "okanjo-menu-party-sampler-a5.pdf").exists)
        assert text_of(driver, "#told") == "Party Sampler, 1 page of A5"
        Select(named("what")).select_by_value("table")
        assert named("dpi").is_displayed()
        assert not named("menu").is_displayed()
        # the one entry is the answer that a browser's console notes as an error
        assert [complaint for complaint in complaints_of(driver) if "409" not in complaint] == []
        looks(driver, (320, 640))
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 320
    shutil.rmtree(loads)
