"""Each browser has its own language: the one that it prefers, or the one chosen on a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import page, text_of, until
from support.pseudo import german_installed  # noqa: F401 - a fixture
from support.setup_site import SetUp, set_up
from support.web_shown import on_show
from support.web_site import Site, served

from firmware.common.http.language import preferred

pytestmark = pytest.mark.usefixtures("german_installed")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path) as site:
        yield site


@pytest.fixture
def set_up_site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", ""),
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.5", "de"),
        ("fr-FR, fr;q=0.9, en;q=0.8, de;q=0.7", "en"),
        ("en;q=0.2, DE-at;q=0.9", "de"),
        ("de;q=0, en", "en"),
        ("en; q=0.1, de ; q=0.9", "de"),
        ("pt-PT", "pt-BR"),
        ("sv, fi", ""),
        ("*", ""),
        ("de;q=x, ;, en;q=0.1", "en"),
        ("x" * 5000 + ",de", "de"),
    ],
)
def test_the_best_of_the_languages_there_are(header: str, code: str) -> None:
    assert preferred(header, ("en", "de", "pt-BR")) == code


def test_a_page_is_in_the_browsers_language(site: Site) -> None:
    english, german = site.get("/menu"), site.get("/menu", accept_language="de-AT,en;q=0.5")
    assert b'<html lang="en">' in english.body
    assert b'<html lang="de">' in german.body
    assert english.headers["etag"] != german.headers["etag"]
    assert {"Cookie", "Accept-Language"} <= {*german.headers["vary"].split(", ")}


def test_what_is_chosen_on_a_page_comes_before_it_and_stays(site: Site) -> None:
    chosen = site.get("/menu?lang=en", accept_language="de")
    kept = chosen.headers["set-cookie"]
    assert b'<html lang="en">' in chosen.body
    assert "Max-Age=31536000" in kept
    cookie = kept.partition(";")[0]
    assert b'<html lang="en"' in site.get("/", accept_language="de", cookie=cookie).body
    assert site.get("/state", accept_language="de", cookie=cookie).json["language"] == "en"
    assert site.get("/state", accept_language="de").json["language"] == "de"


@pytest.mark.parametrize("code", ["%E6%97%A5%E6%9C%AC", "%FF", "d%0Ae", "d" * 13, ""])
def test_what_is_no_code_is_not_kept(site: Site, code: str) -> None:
    answer = site.get(f"/menu?lang={code}", accept_language="de")
    assert (answer.status, "set-cookie" in answer.headers) == (200, False)
    assert b'<html lang="de">' in answer.body


def test_without_a_wish_it_is_the_devices(site: Site) -> None:
    site.feed.show(on_show().device(language="de").shown)
    for wish in ("", "sv"):
        assert b'<html lang="de">' in site.get("/menu", accept_language=wish).body


def test_each_language_is_worded_once_however_many_look(site: Site) -> None:
    asked = [site.get("/state", accept_language=wish).json["v"] for wish in ("de", "en", "de-AT")]
    assert asked == [1, 1, 1]
    assert len(site.feed._events) == 2


def test_a_tap_changes_the_page(site: Site) -> None:
    with page(f"http://localhost:{site.port}/menu", still=True) as driver:
        driver.set_window_size(390, 844)
        summary, links = (
            driver.find_element("css selector", f".languages {part}") for part in ("summary", "p")
        )
        assert (summary.text, links.is_displayed()) == ("English", False)
        summary.click()
        assert links.text.split() == ["English", "Deutsch"]
        links.find_element("link text", "Deutsch").click()
        until(lambda: text_of(driver, "h1").startswith("["))
        assert driver.execute_script("return document.documentElement.lang") == "de"
        driver.get(f"http://localhost:{site.port}/history")
        until(lambda: text_of(driver, "h1").startswith("["))


def test_the_rest_of_the_address_stays(site: Site) -> None:
    with page(f"http://localhost:{site.port}/menu?game=omakase#tuna", still=True) as driver:
        driver.find_element("css selector", ".languages summary").click()
        driver.find_element("link text", "Deutsch").click()
        until(lambda: text_of(driver, "h1").startswith("["))
        assert driver.current_url.endswith("/menu?game=omakase&lang=de#tuna")


def test_setup_changes_the_device_without_a_restart(set_up_site: SetUp) -> None:
    session = set_up_site.session()
    sent = {"changes": {"language.device": "de"}}
    answer = set_up_site.post("/setup/change", sent, **session).json
    assert (answer["saved"], answer["values"]["language.device"]) == (False, ["de", "en"])
    assert answer["languages"] == [["en", "English"], ["de", "Deutsch"]]
    until(lambda: b'<html lang="de">' in set_up_site.get("/menu").body)
    assert set_up_site.runs == 1


def test_the_first_evening_asks_in_the_browsers_language(site: Site) -> None:
    with page(f"http://localhost:{site.port}/?lang=de", still=True) as driver:
        select = driver.find_element("css selector", "[name='language.device']")
        until(select.is_displayed)
        assert select.get_attribute("value") == "de"
        options: list[Any] = select.find_elements("css selector", "option")
        assert [option.text for option in options] == ["English", "Deutsch"]


WRAPPED = """return [...document.querySelectorAll("#keys button")].filter((key) =>
  key.offsetHeight > 48 || key.scrollWidth > key.clientWidth).map((key) => key.innerText)"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_keys_of_the_desk_are_whole_words_on_a_small_phone(site: Site, lang: str) -> None:
    address = f"http://localhost:{site.port}/desk?lang={lang}"
    with page(address, (320, 640), still=True) as driver:
        until(lambda: text_of(driver, "#keys"))
        assert driver.execute_script(WRAPPED) == []
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 320
