"""A phone that joins: its own badge by the code of the minute, its own cards, and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.playing import code
from support.waiting import until
from support.web_site import Answer, Played, served

from engine.cards import BADGES
from engine.position import Table
from firmware.core.join.badges import EVENING_S, HOUR_S, MINUTE_S, OF_ALL, OF_HOST, OLD, Badges

PARTY = "card sushi-go-party"
JSON = {"Content_Type": "application/json"}
OTHERS = {
    "/scan": {"code": code("command next")},
    "/press": {"button": "undo"},
    "/typed": {"line": "next"},
    "/photo/plan": {"photos": []},
    "/photo/score": {"codes": [], "n": 0},
    "/photo/check": {"codes": [], "what": "desserts"},
    "/setup/values": {},
    "/setup/change": {"changes": {"web.join": True}},
    "/setup/backup": {},
    "/history/delete": {},
    "/labels/labels.pdf": {},
}


class PlayersPhone:
    """A browser of its own, with its cookie."""

    def __init__(self, site: Played) -> None:
        self.site, self.cookie = site, ""

    def post(self, path: str, sent: object = None, **headers: str | None) -> Answer:
        own = {"Cookie": self.cookie} if self.cookie else {}
        answer = self.site.post(path, {} if sent is None else sent, **{**own, **headers})
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer

    def take(self, badge: str, **headers: str | None) -> Answer:
        """Take a badge by the code that is shown."""
        badges = self.site.badges
        return self.take_by(badges.code(badges.minute), badge, **headers)

    def take_by(self, code: str, badge: str, **headers: str | None) -> Answer:
        return self.post("/join/take", {"code": code, "badge": badge}, **headers)

    def choices(self) -> dict[str, tuple[bool, bool]]:
        """By badge, whether it is this phone's, and whether it is another's."""
        badges = self.site.badges
        choices = self.post("/join/choose", {"code": badges.code(badges.minute)}).json["badges"]
        return {badge["badge"]: (badge["mine"], badge["taken"]) for badge in choices}

    def scan(self, label: str) -> Answer:
        return self.post("/join/scan", {"code": code(label)})

    def undo(self) -> Answer:
        return self.post("/join/press", {"button": "undo"})

    @property
    def badge(self) -> str:
        return str(self.post("/join/choose").json["badge"])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path, double_read_ms=0) as site:
        yield site


@pytest.fixture
def phone(site: Played) -> PlayersPhone:
    return PlayersPhone(site)


def owner_scans(site: Played, *labels: str) -> None:
    session = site.session()
    for label in labels:
        assert site.post("/scan", {"code": code(label)}, **session).json["ok"], label


def two(site: Played, *labels: str) -> tuple[PlayersPhone, PlayersPhone]:
    """Red's and blue's, in a round that has begun."""
    red, blue = PlayersPhone(site), PlayersPhone(site)
    assert red.take("red").status == blue.take("blue").status == 200
    owner_scans(site, *(labels or ("preset my-first-meal",)), "command next")
    return red, blue


def trays(table: Table) -> list[list[str]]:
    return [[laid.card.face.slug for laid in tray] for tray in table.round.layout.trays]


# --- what it may ---------------------------------------------------------------


def test_from_the_code_to_a_card_and_back(site: Played, phone: PlayersPhone) -> None:
    taken = phone.take("red")
    assert taken.json == {"badge": "red"}
    cookie = taken.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/join"))
    assert phone.badge == "red"
    until(lambda: [seat.badge for seat in site.table.table.seats] == ["red"])
    owner_scans(site, "preset my-first-meal", "badge blue", "command next")
    assert phone.scan(f"{PARTY}/tempura/1").json["ok"]
    last = site.table.table.last
    assert last is not None
    assert (last.scan.lane, last.seat) == ("red", 0)
    assert phone.undo().json["ok"]
    assert trays(site.table.table) == [[], []]


def test_what_the_qr_says_leads_to_the_page(site: Played) -> None:
    led = site.get("/JOIN/ABC123")
    assert (led.status, led.headers["location"]) == (303, "/join#ABC123")
    odd = site.get("/JOIN/%0d%0aSet-Cookie:%20badge=1")
    assert "set-cookie" not in odd.headers
    assert site.get("/join").status == 200


def test_each_phone_scans_for_its_own_seat_whatever_the_table_scans_for(site: Played) -> None:
    red, blue = two(site)
    owner_scans(site, "badge red")
    for phone, face in ((blue, "tempura"), (red, "sashimi"), (blue, "wasabi")):
        assert phone.scan(f"face sushi-go-party/{face}").json["ok"]
    assert trays(site.table.table) == [["sashimi"], ["tempura", "wasabi"]]
    laid = site.get("/state?desk").json["desk"]
    assert laid["undoes"] == "blue"


def test_a_wasabi_of_its_own_takes_the_nigiri_that_is_scanned_next(site: Played) -> None:
    red, _ = two(site)
    for card in ("squid-nigiri/1", "wasabi/1"):
        assert red.scan(f"{PARTY}/{card}").json["ok"]
    owner_scans(site, "badge blue")
    seat = site.get("/state?desk").json["desk"]["seats"][0]
    assert [card["use"] for card in seat["cards"]] == ["", "Put a nigiri on it"]
    assert red.scan(f"{PARTY}/wasabi/1").json["ok"]
    assert [seat["waits"] for seat in site.get("/state?desk").json["desk"]["seats"]] == [
        True,
        False,
    ]
    assert red.scan(f"{PARTY}/squid-nigiri/1").json["ok"]
    assert site.get("/state").json["seats"][0]["live"] == 9


def test_a_flipped_card_and_a_place_are_its_own(site: Played) -> None:
    kinds = ("uramaki", "takeout-box", "tofu", "eel", "tempura", "soy-sauce", "pudding")
    red, _ = two(site, *(f"kind {kind}" for kind in kinds))
    for label in ("command flip", f"{PARTY}/tofu/1", "kind uramaki"):
        assert red.scan(label).json["ok"], label
    assert [laid.mark for laid in site.table.table.round.layout.trays[0]] == ["flipped"]
    assert [claim.seat for claim in site.table.table.round.layout.claims] == [0]


def test_next_answers_what_an_own_card_asks_and_nothing_else(site: Played) -> None:
    """An order that copies nothing is discarded; neither a turn nor a lobby goes on by it."""
    red, blue = two(site, "preset dinner-for-two")
    after = [red.post("/join/press", {"button": "next"}).status]
    assert red.scan(f"{PARTY}/special-order/1").json["ok"]
    after.append(blue.post("/join/press", {"button": "next"}).status)
    assert red.post("/join/press", {"button": "next"}).json["ok"]
    assert trays(site.table.table) == [[], []]
    owner_scans(site, "command new-game", "command new-game")
    after.append(red.post("/join/press", {"button": "next"}).status)
    owner_scans(site, "command live", "command next")
    assert blue.scan(f"{PARTY}/tofu/1").json["ok"]
    after.append(red.post("/join/press", {"button": "next"}).status)
    assert after == [409] * 4
    assert site.table.table.phase == "playing"


def test_one_phone_has_one_badge_and_may_choose_another(phone: PlayersPhone) -> None:
    phone.take("red")
    first = phone.cookie
    assert phone.take("blue").json == {"badge": "blue"}
    assert phone.choices()["red"] == (False, False)
    assert phone.choices()["blue"] == (True, False)
    phone.cookie = first
    assert phone.badge == ""


def test_who_was_taken_out_of_the_lobby_joins_again(site: Played, phone: PlayersPhone) -> None:
    phone.take("red")
    owner_scans(site, "command remove", "badge red")
    assert phone.scan("badge red").json["ok"]
    assert [seat.badge for seat in site.table.table.seats] == ["red"]
    assert phone.scan("badge red").status == 409  # with last time's players it begins the list anew


def test_the_page_by_which_phones_join_stays_while_they_do(
    site: Played, phone: PlayersPhone
) -> None:
    from firmware.common.facts.device import JoinCodeDrawn

    site.table.app.inbox.put(JoinCodeDrawn(("##", "##")))
    owner_scans(site, "command page")
    shows = lambda: getattr(site.table.shown.panel.sheet, "to", "")  # noqa: E731
    until(lambda: shows() == "join")
    phone.take("red")
    assert len(site.table.table.seats) == 1
    assert shows() == "join"
    owner_scans(site, "badge blue")
    assert shows() != "join"


# --- what it may not -------------------------------------------------------------


@pytest.mark.parametrize(
    "label",
    [
        *("command next", "command undo", "command score", "command remove", "command new-game"),
        *("command page", "command teach", "command same-turn", "command photo", "command live"),
        *("badge red", "badge blue", "preset party-sampler", "game sushi-go", "command dummy"),
    ],
)
def test_all_but_cards_is_refused_and_shown_to_nobody(site: Played, label: str) -> None:
    red, _ = two(site)
    before = site.table.shown.number
    assert red.scan(label).status == 409
    assert site.table.shown.number == before


def test_it_cannot_name_a_lane_or_a_seat_of_its_own_choice(site: Played) -> None:
    red, _ = two(site)
    card = code(f"{PARTY}/tempura/1")
    for sent in (f"blue:{card}", f"{code('badge blue')} {card}", "card x", f"0:{card}"):
        assert red.post("/join/scan", {"code": sent, "lane": "blue", "seat": 1}).status == 409
    assert red.post("/join/scan", {"code": card, "lane": "blue", "badge": "blue"}).json["ok"]
    assert trays(site.table.table) == [["tempura"], []]


def test_a_card_of_another_tray_is_left_there(site: Played) -> None:
    red, blue = two(site)
    assert blue.scan(f"{PARTY}/tempura/1").json["ok"]
    again = red.scan(f"{PARTY}/tempura/1").json
    assert (again["ok"], "Blue" in again["text"]) == (False, True)
    assert trays(site.table.table) == [[], ["tempura"]]


def test_in_live_it_uses_no_chopsticks_of_another(site: Played) -> None:
    red, blue = two(site, "preset sushi-go-classic", "command live")
    chopsticks = f"{PARTY}/chopsticks-1/1"
    for phone, card in (
        (red, f"{PARTY}/tempura/1"),
        (blue, chopsticks),
        (red, f"{PARTY}/maki-1/1"),
    ):
        assert phone.scan(card).json["ok"], card
    assert red.scan(chopsticks).json["ok"] is False
    assert trays(site.table.table)[1] == ["chopsticks-1"]
    assert blue.scan(chopsticks).json["ok"]


def test_only_its_own_newest_scan_is_taken_back(site: Played) -> None:
    red, blue = two(site)
    assert red.undo().status == 409  # that was the owner's NEXT
    assert red.scan(f"{PARTY}/tempura/1").json["ok"]
    assert blue.undo().status == 409
    assert blue.scan(f"{PARTY}/sashimi/1").json["ok"]
    assert red.undo().status == 409
    assert blue.undo().json["ok"]
    assert red.undo().json["ok"]
    assert red.undo().status == 409
    for button in ("page", "x"):
        assert red.post("/join/press", {"button": button}).status == 403
    assert site.table.table.phase == "playing"


def test_it_answers_no_question_of_the_owner(site: Played) -> None:
    """TEACH waits for a label; a phone's card is laid all the same, and teaches nothing."""
    red, _ = two(site)
    session = site.session()
    site.post("/scan", {"code": code("command teach")}, **session)
    assert red.scan(f"{PARTY}/tempura/1").json["ok"]
    assert site.table.shown.device.question is not None


def test_a_photo_is_of_its_own_tray_alone(site: Played) -> None:
    red, _ = two(site)
    cards = [code(f"{PARTY}/{card}") for card in ("tempura/1", "sashimi/1")]
    for first in ("badge blue", "command dummy", "command next"):
        planned = red.post("/join/photo/plan", {"photos": []}).json
        sent = {"n": planned["n"], "codes": [code(first), *cards]}
        assert red.post("/join/photo/score", sent).status == 409
    for more in ("badge blue", "command same-turn", "command undo", "preset party-sampler"):
        sent = {"n": planned["n"], "codes": [code("badge red"), *cards, code(more)]}
        assert red.post("/join/photo/score", sent).status == 409
    assert trays(site.table.table) == [[], []]
    sent = {"n": planned["n"], "codes": [code("badge red"), *cards]}
    assert red.post("/join/photo/score", sent).json["ok"]
    assert trays(site.table.table) == [["tempura", "sashimi"], []]
    assert red.undo().json["ok"]
    assert trays(site.table.table) == [[], []]


def test_what_lies_beside_another_badge_is_not_planned(site: Played) -> None:
    """Two trays, far apart, with a badge each: of blue's nothing counts, whatever is chosen."""
    red, _ = two(site)
    side = 40.0

    def label(name: str, x: float, y: float) -> list[Any]:
        square = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
        return [code(name), square]

    photo = [
        label("badge red", 0, 0),
        label(f"{PARTY}/tempura/1", 150, 0),
        label("badge blue", 3000, 0),
        label(f"{PARTY}/sashimi/1", 3150, 0),
    ]
    planned = red.post("/join/photo/plan", {"photos": [photo], "seat": "blue"}).json
    assert planned["codes"] == [code("badge red"), code(f"{PARTY}/tempura/1")]
    assert [seat["badge"] for seat in planned["seats"]] == ["red"]


def test_a_photo_of_a_phone_closes_no_turn(site: Played) -> None:
    red, blue = two(site, "preset my-first-meal", "command live")
    assert blue.scan(f"{PARTY}/tempura/1").json["ok"]
    n = red.post("/join/photo/plan", {"photos": []}).json["n"]
    codes = [code(label) for label in ("badge red", f"{PARTY}/tempura/2", "command next")]
    assert red.post("/join/photo/score", {"n": n, "codes": codes}).status == 409
    assert red.post("/join/photo/score", {"n": n, "codes": codes[:2]}).json["ok"]


@pytest.mark.parametrize("path", OTHERS)
def test_everything_else_takes_the_pin_as_ever(site: Played, path: str) -> None:
    red, _ = two(site)
    token = red.cookie.partition("=")[2]
    assert red.post(path, OTHERS[path]).status in (401, 404)
    assert red.post(path, OTHERS[path], Authorization=f"Bearer {token}").status in (401, 404)
    assert site.table.table.phase == "playing"


@pytest.mark.parametrize("path", ["scan", "press", "photo/plan", "photo/score", "take", "choose"])
def test_nobody_without_a_badge_and_no_other_page_gets_in(site: Played, path: str) -> None:
    red, _ = two(site)
    sent = {"code": code(f"{PARTY}/tempura/1"), "button": "undo", "badge": "red"}
    stranger, refused = PlayersPhone(site), (403, 409)
    for cookie in ("", "badge=", "badge=0", f"badge={site.pin.digits}", "badge=" + "0" * 32):
        stranger.cookie = cookie
        assert stranger.post(f"/join/{path}", sent).status in refused
    for elsewhere in (
        {"Origin": "http://evil.example"},
        {"Origin": None},
        {"Sec_Fetch_Site": "cross-site"},
        {"Content_Type": "text/plain"},
        {"Host": "evil.example"},
    ):
        assert red.post(f"/join/{path}", sent, **elsewhere).status in (403, 415, 421)
    assert trays(site.table.table) == [[], []]


def test_a_photo_is_not_read_for_who_has_no_badge(site: Played, phone: PlayersPhone) -> None:
    sent = site.post("/join/photo", b"x" * 100, Content_Type="image/jpeg")
    assert sent.status == 403


# --- whose a badge is ------------------------------------------------------------


def test_a_badge_is_the_first_phones_and_another_takes_the_owner(site: Played) -> None:
    first, other = PlayersPhone(site), PlayersPhone(site)
    first.take("red")
    assert other.choices()["red"] == (False, True)
    assert other.take("red").status == 401
    assert first.badge == "red"
    assert other.take("red", Cookie=first.cookie.replace("=", "=0")).status == 401
    session = site.session()
    assert other.take("red", **session).status == 200
    assert (first.badge, other.badge) == ("", "red")
    assert site.post("/setup/values", {}, **session).status == 401  # not the owner's phone


def test_there_are_as_many_phones_as_badges(site: Played) -> None:
    phones = [PlayersPhone(site) for _ in BADGES]
    for phone, badge in zip(phones, BADGES, strict=True):
        assert phone.take(badge).status == 200
    ninth = PlayersPhone(site)
    assert {ninth.take(badge).status for badge in BADGES} == {401}
    assert [phone.badge for phone in phones] == [*BADGES]
    assert ninth.take("dummy").status == 400


def test_in_a_round_there_are_only_the_badges_that_play(site: Played) -> None:
    red, _ = two(site)
    late = PlayersPhone(site)
    assert [*late.choices()] == ["red", "blue"]
    assert late.take("green").status == 409
    assert red.take("blue").status == 401


def test_another_pin_ends_all_phones(site: Played) -> None:
    red, blue = two(site)
    site.pin.renew()
    assert {red.badge, blue.badge} == {""}
    for phone in (red, blue):
        assert phone.scan(f"{PARTY}/tempura/1").status == 403
        assert phone.undo().status == 403
    assert trays(site.table.table) == [[], []]


# --- the code ---------------------------------------------------------------------


class MinuteClock:
    now = 1000.0 * MINUTE_S

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> MinuteClock:
    return MinuteClock()


@pytest.fixture
def badges(tmp_path: Path, time: MinuteClock) -> Badges:
    return Badges(str(tmp_path), lambda: "123456", clock=time)


def test_a_code_is_good_for_its_minute_and_the_next(badges: Badges, time: MinuteClock) -> None:
    shown = badges.code(badges.minute)
    tried = []
    for _ in range(OLD + 3):
        tried.append(badges.try_(shown, "here"))
        time.now += MINUTE_S
    assert tried == ["right"] * 2 + ["old"] * (OLD - 1) + ["wrong"] * 2
    assert badges.try_(badges.code(badges.minute).lower(), "here") == "right"
    assert badges.try_(badges.code(badges.minute + 1), "here") == "wrong"


def test_codes_cannot_be_guessed_nor_told_from_another_start(
    badges: Badges, time: MinuteClock, tmp_path: Path
) -> None:
    codes = {badges.code(minute) for minute in range(1000)}
    assert len(codes) == 1000
    assert all(
        len(join_code) == 6 and join_code.isascii() and join_code.isalnum() for join_code in codes
    )
    after = Badges(str(tmp_path), lambda: "123456", clock=time)
    assert after.code(badges.minute) != badges.code(badges.minute)
    tried = [badges.try_("AAAAAA", f"host {number}") for number in range(OF_ALL + 1)]
    assert tried == ["wrong"] * OF_ALL + ["too-often"]
    time.now += HOUR_S
    tried = [badges.try_("AAAAAA", "stranger") for _ in range(OF_HOST + 1)]
    assert tried == ["wrong"] * OF_HOST + ["too-often"]
    assert badges.try_(badges.code(badges.minute), "player") == "right"


@pytest.mark.parametrize("minutes", [2, OLD + 2])
def test_who_comes_late_is_told_so(phone: PlayersPhone, minutes: int) -> None:
    badges = phone.site.badges
    late = phone.take_by(badges.code(badges.minute - minutes), "red")
    assert late.status == 403
    assert late.json["error"].startswith("That ")
    assert phone.badge == ""


def test_a_badge_is_for_an_evening(badges: Badges, time: MinuteClock) -> None:
    token = badges.take("red", "")
    time.now += EVENING_S - 1
    assert badges.badge_of(token) == "red"
    time.now += 1
    assert badges.badge_of(token) == ""
    assert not badges.is_others("red", "")


@pytest.mark.parametrize(
    ("goes_on", "pin"), [(True, "123456"), (True, "654321"), (False, "123456")]
)
def test_after_a_start_a_badge_is_kept_where_a_game_goes_on(
    tmp_path: Path, badges: Badges, goes_on: bool, pin: str
) -> None:
    token = badges.take("red", "")
    badges.save()
    assert token not in (tmp_path / "badges").read_text()
    assert "123456" not in (tmp_path / "badges").read_text()
    after = Badges(str(tmp_path), lambda: pin, goes_on)
    assert after.badge_of(token) == ("red" if goes_on and pin == "123456" else "")


@pytest.mark.parametrize("content", [b"", b"\xff" * 9000, b"red:1\n", b":\n:\n", b"x\nred"])
def test_a_damaged_file_is_no_badge(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "badges").write_bytes(content)
    badges = Badges(str(tmp_path), lambda: "123456", goes_on=True)
    assert badges.badge_of("") == ""
    assert not badges.is_others("red", "")


def test_nobody_is_told_the_code_but_who_looks_at_tv_in_a_lobby(site: Played) -> None:
    from firmware.common.facts.device import JoinCodeDrawn

    site.table.app.inbox.put(JoinCodeDrawn(("#.", "##")))
    owner_scans(site, "command page")
    square = "M0 0h1v1h-1zM0 1h1v1h-1zM1 1h1v1h-1z"
    until(lambda: site.get("/tv/join").json["path"] == square)
    assert site.get("/tv/join").json["box"] == "-4 -4 10 10"
    assert 0 < site.get("/tv/join").json["seconds"] <= MINUTE_S
    desk = site.get("/state?desk").json
    assert "#." not in str(desk)
    assert square not in str(desk)
    glass = desk["desk"]["glass"]
    site.table.app.inbox.put(JoinCodeDrawn(("##", "##")))
    until(lambda: site.get("/tv/join").json["path"] != square)
    assert site.get("/state?desk").json["desk"]["glass"] == glass
    owner_scans(site, "preset my-first-meal", "badge red", "badge blue", "command next")
    assert site.get("/tv/join").json["path"] == ""


def test_where_it_is_off_there_is_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        for path in ("choose", "take", "scan", "press", "photo/plan", "photo/score"):
            refused = site.post(f"/join/{path}", {"code": "AAAAAA", "badge": "red"})
            assert (refused.status, "/setup" in refused.json["error"]) == (404, True)
        assert site.get("/tv/join").json["path"] == ""
        assert site.messages == []
