"""The scoreboard in a real browser: what people see on a phone and across a room, hear, and reach
by keys.
"""

from collections.abc import Iterator

import pytest
from support.axe import violations
from support.browser import accessible, complaints_of, looks, page, until
from support.playing import result_of
from support.table_engine import EngineTable
from support.web_scenes import LONG, NAMES, THREE, BoardTab, address, eight, ended, three
from support.web_shown import EVENINGS, evening, on_show
from support.web_site import Site

from engine.cards import BADGES
from firmware.common.facts.notices import Problem
from firmware.common.facts.round_clock import ClockFace
from firmware.common.settings.schema import LONGEST_NAME

TV = (1920, 1080)
PAYLOAD = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'


@pytest.fixture
def board(site: Site) -> Iterator[BoardTab]:
    """On a phone."""
    with page(address(site)) as driver:
        yield BoardTab(site, driver)
        assert complaints_of(driver) == []


@pytest.fixture
def tv(site: Site) -> Iterator[BoardTab]:
    with page(address(site, "/tv"), TV, still=True) as driver:
        until(lambda: driver.execute_script("return location.hash") == "#tv")
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        yield BoardTab(site, driver)


def test_an_evening_is_seen_as_its_result_has_it(board: BoardTab) -> None:
    looks(board.driver, (390, 844), still=True)
    for number, watched in enumerate(evening(EVENINGS[0], NAMES)):
        over = watched.table.phase in ("scored", "finished")
        if number % 9 == 0 or over:
            board.shows(watched)
            by_name = {seat["name"]: seat for seat in board.seats()}
            for index, seat in enumerate(result_of(watched.table)["seats"]):
                written = f"{seat['live']:,}".replace("-", "−")
                if over or watched.shown.standings.seats[index].is_in:
                    assert by_name[seat["name"]]["live"] == written
                if over:
                    assert by_name[seat["name"]]["sums"][-1] == written


# --- eyes ------------------------------------------------------------------------


def test_an_empty_table_says_how_to_begin(board: BoardTab) -> None:
    board.shows(on_show())
    assert board.text("#awaited") == "Scan a game or menu,then your badges,then NEXT"
    assert board.seats() == []


def test_a_refused_card_says_why_in_its_place_and_interrupts(board: BoardTab) -> None:
    table = three().scan("red tofu/1")
    board.shows(table)
    board.shows(table.scan("blue").scan_in_vain("tofu/1"))
    assert board.text("#card.bad") == "✗ Not counted. Tofu belongs to Chris"
    assert board.text("#whose bdi") == "Bo"
    assert board.text("#refused") == "Not counted. Tofu belongs to Chris."
    assert board.text("#said") == ""


def test_what_is_amiss_is_said(board: BoardTab) -> None:
    table = three()
    table.device(saved=False, problems=(Problem("scanner-unplugged"),))
    board.shows(table)
    assert board.text("#notices") == "UNSAVED: Scores are not saved!Scanner unplugged"


def test_why_a_total_is_what_it_is(board: BoardTab) -> None:
    table = three().scan("red tofu/1 temaki/1 score")
    board.shows(table.scan("next red squid-nigiri/1"))
    board.run("document.querySelector('.seat button').click()")
    rows = board.run(
        """return [...document.querySelectorAll('#why-red tr')].map((row) =>
        [...row.children].map((cell) => cell.innerText.split('\\n').join('|')))"""
    )
    assert rows == [
        ["", "R1", "R2", "Total"],
        ["Temaki|most +4, fewest\xa0−4", "4", "·", "4"],
        ["Tofu|1 is 2, 2 are 6, more\xa0are\xa00", "2", "·", "2"],
        ["Nigiri|1, 2 or 3; three times that on wasabi|Squid nigiri", "·", "3", "3"],
        ["Total", "6", "3", "9"],
    ]


def test_no_dishs_name_is_split_on_the_smallest_phone(board: BoardTab) -> None:
    *_, (_, table) = moments(2)
    looks(board.driver, SIX_SIZES[0], still=True)
    board.shows(table)
    board.run("document.querySelector('.seat button').click()")
    split = board.run(
        """const lines = (text, at, length) => {
          const word = document.createRange();
          word.setStart(text, at);
          word.setEnd(text, at + length);
          return word.getClientRects().length;
        };
        const titles = Array.from(document.querySelectorAll('.why tbody th > span'),
          (cell) => cell.querySelector('a').firstChild);
        return titles.flatMap((text) => [...text.data.matchAll(/[^ ]+/g)].filter(
          ({ 0: word, index }) => lines(text, index, word.length) > 1).map(([word]) => word))"""
    )
    assert split == []


def test_names_are_text_and_nothing_else(board: BoardTab) -> None:
    names = {"red": PAYLOAD, "blue": "=1+1&lt;", "green": "مها \u202e evil"}
    table = (
        on_show(*THREE, "command next", names=names).scan("red tofu/1 blue").scan_in_vain("tofu/1")
    )
    board.shows(table)
    assert [seat["name"] for seat in board.seats()] == list(names.values())
    board.shows(table.scan("command score"))
    assert PAYLOAD in board.text("#asks")
    assert board.run("return window.owned") is None
    assert board.run("return document.querySelector('#seats img')") is None


def test_eight_seats_with_long_names_fit_the_smallest_phone(board: BoardTab) -> None:
    board.shows(eight())
    board.run("document.querySelectorAll('.seat button').forEach((node) => node.click())")
    for size in ((320, 640), (640, 360)):
        looks(board.driver, size)
        assert board.run("return document.documentElement.scrollWidth") <= size[0]
        over = board.run(
            """return [...document.querySelectorAll('main *')].filter((node) =>
            node.getClientRects().length && node.getBoundingClientRect().right > innerWidth + 1 &&
            !node.closest('.name bdi, .lane')).map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert over == []


def test_the_winner_comes_first_and_then_everybody(tv: BoardTab) -> None:
    tv.shows(ended("blue"))
    assert (tv.text("#won"), tv.text("#firsts")) == ("Bo wins!", "B6 points")
    assert [seat["name"] for seat in tv.seats()] == ["Bo", "Chris", "Élodie"]
    assert tv.run("return podium.className") == "card of blue"
    assert not tv.run("return podium.hidden")
    tie = three().scan("red tofu/1 blue tofu/2 green-tea-ice-cream/1")
    for _ in range(2):
        tie.scan("score next")
    tv.shows(tie.scan("score"))
    assert tv.text("#won") == "Bo wins on ice creams, 1 to 0"


def test_who_share_the_win_have_the_colours_of_their_badges(tv: BoardTab) -> None:
    tv.shows(ended("red", "blue"))
    drawn = """return [...document.querySelectorAll(arguments[0])].map(
        (plate) => getComputedStyle(plate).backgroundImage)"""
    assert tv.run(drawn, "#firsts .plate") == tv.run(drawn, ".seat .plate")[:2]


def test_names_are_whole_at_the_end_on_every_screen(tv: BoardTab) -> None:
    board, table = tv, eight("command score", "command score")
    for _ in range(2):
        table.scan("next score")
    for size in (TV, TV[::-1], (390, 844), (768, 1024), (1280, 800)):
        if size == (390, 844):
            board.driver.get(address(board.site))
        board.resized(size)
        board.shows(table)
        assert board.text("#awaited") == "Scan NEW GAME to play again"
        assert board.text("#won").count(LONG) == board.run("return seats.children.length") == 8
        outside = board.run(
            """const within = (own, box) => own.left >= box.left && own.right <= box.right &&
                own.top >= box.top && own.bottom <= box.bottom;
            const rect = (node) => node.getBoundingClientRect();
            return [...document.querySelectorAll('#podium > *, #awaited, .name')].filter((node) =>
                !within(rect(node), rect(node.closest('.card'))) ||
                node.scrollWidth > node.clientWidth)
                .map((node) => node.outerHTML)"""
        )
        assert outside == []
        assert board.run("return document.documentElement.scrollWidth") <= size[0]


# The smallest phone, a phone, a tablet, a laptop, a television, a large one.
SIX_SIZES = (360, 640), (390, 844), (768, 1024), (1280, 800), TV, (3840, 2160)
WHO = (
    LONG,
    "Maximilian-Alexander III",
    "Donaudampfschifffahrtge",
    "Bo",
    "Mo",
    "Wanda",
    "Bea",
    "李",
)


def scored(table: EngineTable) -> EngineTable:
    """The round scored, however incomplete it is."""
    table.scan("score")
    return table.scan("score") if table.table.phase == "playing" else table


def moments(players: int) -> Iterator[tuple[str, EngineTable]]:
    """A game with long names: its lobby, a round, when that is scored, its end."""
    names = dict(zip(BADGES, WHO, strict=True))
    badges = [f"badge {badge}" for badge in BADGES[:players]]
    table = on_show("preset my-first-meal", *badges, names=names)
    yield "lobby", table
    table.scan("next")
    for number, badge in enumerate(BADGES[:players], 1):
        table.scan(f"{badge} tempura/{number} sashimi/{number} miso-soup/{number}")
    yield "round", table
    yield "scored", scored(table)
    yield "end", scored(scored(table.scan("next")).scan("next"))


@pytest.mark.parametrize("players", range(2, 9))
def test_all_players_are_whole_at_six_sizes(tv: BoardTab, players: int) -> None:
    """Also what they are called, which no score track covers, and what the table waits for; on
    phones a page may be longer.
    """
    for moment, table in moments(players):
        tv.shows(table)
        for size in SIX_SIZES:
            tv.resized(size)
            rows, outside, broken, cut, covered = tv.run(
                """const all = (selector) => [...document.querySelectorAll(selector)].filter(
                  (node) => node.checkVisibility());
                const place = (node) => node.getBoundingClientRect();
                const within = (node, box) => place(node).top > place(box).top - 1 &&
                  place(node).bottom < place(box).bottom + 1 &&
                  place(node).left > place(box).left - 1 &&
                  place(node).right < place(box).right + 1;
                const lines = (node) => {
                  const range = document.createRange();
                  range.selectNodeContents(node);
                  const tops = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
                  return new Set(tops).size;
                };
                const cover = (box, node) => place(node).right > place(box).left &&
                  place(node).left < place(box).right && place(node).bottom > place(box).top + 1;
                const boxes = all('.seat, #now, #podium, .ways');
                return [all('.seat').length,
                  [...boxes.filter((node) => !within(node, document.body)),
                   ...all('.seat').filter((node) => !within(node, scores)),
                   ...all('.seat :is(.name, .plate, .live, .got), #whose, #awaited, #won, #firsts')
                     .filter((node) => !within(node, node.closest('.card')))]
                    .map((node) => node.outerHTML.slice(0, 99)),
                  all('.name').filter((node) => lines(node) > 1).map((node) => node.textContent),
                  all('.name, #whose bdi').filter((node) => node.scrollWidth > node.clientWidth)
                    .map((node) => node.textContent),
                  all('.lane').flatMap((lane) => [...lane.closest('.seat').querySelectorAll(
                    '.plate, .name, .meta, .got')].filter((node) => cover(lane, node)))
                    .map((node) => node.outerHTML.slice(0, 99))]"""
            )
            assert rows == players, (moment, size)
            assert [*outside, *broken, *cut, *covered] == [], (moment, size)


def test_names_are_the_largest_in_their_rows_on_a_tv(tv: BoardTab) -> None:
    for _, table in moments(4):
        tv.shows(table)
        for size in (TV, (1280, 800), (3840, 2160)):
            tv.resized(size)
            name, *others = tv.run(
                """return ['.name', '.meta', '.got', '.gain'].flatMap((selector) => {
                const node = document.querySelector(`.seat ${selector}:not(:empty)`);
                return node ? parseFloat(getComputedStyle(node).fontSize) : [];
                })"""
            )
            assert name > max(others), size


def test_what_stands_beside_the_rows_leaves_no_hole(board: BoardTab) -> None:
    """One below the other, each as high as what is in it, also beside a row that is open."""
    for _, table in moments(4):
        board.shows(table)
        board.run("document.querySelector('.seat [aria-expanded=false]')?.click()")
        for size in ((1280, 800), TV):
            board.resized(size)
            gaps, room = board.run(
                """const place = (node) => node.getBoundingClientRect();
                const all = [...document.querySelectorAll('main > :not(#scores)')].filter(
                  (node) => node.checkVisibility()).sort((a, b) => place(a).top - place(b).top);
                const last = [...now.children].filter((node) => node.checkVisibility()).at(-1);
                return [all.slice(1).map((node, n) => place(node).top - place(all[n]).bottom),
                  place(now).bottom - place(last).bottom]"""
            )
            assert max(gaps) < 25, size
            assert room < 30, size


def test_a_page_without_players_has_no_column_for_them(board: BoardTab) -> None:
    board.shows(on_show("preset my-first-meal"))
    for path in ("/?scores", "/tv"):
        board.driver.get(address(board.site, path))
        until(lambda: board.run("return document.body.dataset.v"))
        for size in SIX_SIZES:
            board.resized(size)
            wide = "return now.offsetWidth / document.querySelector('main').offsetWidth"
            assert board.run(wide) > 0.9, (path, size)


def test_a_tvs_columns_end_on_one_line(tv: BoardTab) -> None:
    tv.shows(three().scan("red tofu/1"))
    for size in ((1280, 800), TV, (3840, 2160)):
        tv.resized(size)
        rows, beside = tv.run(
            "return [scores, now].map((node) => node.getBoundingClientRect().bottom)"
        )
        assert abs(rows - beside) < 2, size


def test_a_lobbys_names_stand_beside_the_middle_of_their_badges(board: BoardTab) -> None:
    """They have all the room there is."""
    _, table = next(moments(8))
    board.shows(table)
    for size in SIX_SIZES:
        board.resized(size)
        off, name, colour = board.run(
            """const middle = (node) => {
              const { top, bottom } = node.getBoundingClientRect();
              return (top + bottom) / 2;
            };
            const part = (name) => document.querySelector(`.seat ${name}`);
            return [middle(part('.who')) - middle(part('.plate')),
              ...['.name', '.meta'].map(
                (name) => parseFloat(getComputedStyle(part(name)).fontSize))]"""
        )
        assert abs(off) < 1, size
        assert name > colour, size


def test_the_two_ways_to_a_photo_stand_side_by_side(board: BoardTab) -> None:
    board.shows(three())
    for size in SIX_SIZES[1:]:  # on the smallest one is below the other
        board.resized(size)
        tops = board.run(
            """return [...document.querySelectorAll('#photo label')].map((label) =>
            label.getBoundingClientRect().top)"""
        )
        assert len({*tops}) == 1, size


def test_players_are_ranked_once_a_round_is_scored(board: BoardTab) -> None:
    table = three().scan("red tofu/1 blue tofu/2 tofu/3")
    for now, ranked in (
        (lambda: table, ["Chris", "Bo", "Élodie"]),
        (lambda: scored(table), ["Bo", "Chris", "Élodie"]),
        (lambda: table.scan("next"), ["Chris", "Bo", "Élodie"]),
    ):
        board.shows(now())
        assert [seat["name"] for seat in board.seats()] == ranked


def test_two_names_that_begin_alike_have_two_letters(board: BoardTab) -> None:
    board.shows(on_show(*THREE, names={"red": "Bo", "blue": "Bartholomew", "green": "Chris"}))
    plates = board.run(
        "return [...document.querySelectorAll('.seat .plate')].map((p) => p.innerText)"
    )
    assert plates == ["Bo", "Ba", "C"]


def test_the_end_leads_to_bg_stats(board: BoardTab) -> None:
    link = board.driver.find_element("css selector", "#after [href='/bg']")
    for table, over in ((three().scan("red tofu/1"), False), (ended("red"), True)):
        board.shows(table)
        assert link.is_displayed() == over


def test_a_tv_shows_how_far_each_tray_is_in_full(tv: BoardTab) -> None:
    table = three().scan("red tofu/1 score next")
    tv.shows(table.scan("red tofu/2 tofu/3 tofu/4 tofu/5 green tofu/6"))
    assert tv.text(".meta").startswith("red · leads · 4 of ")
    cut = tv.run(
        """return [...document.querySelectorAll('.meta, .name')].filter((node) =>
        node.scrollWidth > node.clientWidth).map((node) => node.textContent)"""
    )
    assert cut == []


def test_a_tv_shows_who_got_what(tv: BoardTab) -> None:
    table = three().scan("red tofu/1 tofu/2 temaki/1 blue temaki/2 temaki/3")

    def got() -> list[list[str]]:
        return tv.run(
            """return [...document.querySelectorAll('.got')].map((seat) =>
            Array.from(seat.checkVisibility() ? seat.children : [], (kind) => kind.textContent))"""
        )

    tv.shows(table)
    assert got() == [["Temaki 0", "Tofu 6"], ["Temaki 4"], []]
    tv.shows(table.scan(*["command score"] * 2))  # the first time it asks
    kinds = [["Temaki 0", "Tofu 6"], ["Temaki 4", "Tofu 0"], ["Temaki −4", "Tofu 0"]]
    assert got() == kinds
    tv.shows(table.scan("next score next score"))
    assert got()[0] == ["R1 6", "R2 0", "R3 0", "Desserts 0"]
    tv.resized((390, 844))
    assert tv.run("return document.querySelector('.got').offsetHeight") == 0


def test_a_tv_shows_what_each_dish_of_eight_players_brings(tv: BoardTab) -> None:
    """Yen are longer than points."""
    names = dict(zip(BADGES, WHO, strict=True))
    table = on_show("game omakase", *(f"badge {badge}" for badge in BADGES), names=names)
    tv.shows(table.scan("next red tofu/1 eel/1 fatty-tuna/1 tuna/1 crab/1 karaage/1 salmon/1"))
    for size, least in ((TV, 16), ((3840, 2160), 32)):
        tv.resized(size)
        letters, overlap = tv.run(
            """const kinds = [...document.querySelector('.got').children];
            const ends = kinds.map((kind) => {
              const points = document.createRange();
              points.selectNode(kind.lastChild);
              return points.getBoundingClientRect();
            });
            return [parseFloat(getComputedStyle(kinds[0]).fontSize),
              kinds.slice(1).filter((kind, n) => {
                const { left, top } = kind.getBoundingClientRect();
                return left < ends[n].right && top < ends[n].bottom;
              }).length]"""
        )
        assert letters >= least, size
        assert overlap == 0, size


def test_who_takes_the_lead_stands_out(tv: BoardTab) -> None:
    def took() -> list[str]:
        return tv.run(
            """return [...document.querySelectorAll('.took')].map((node) =>
            node.querySelector('.name').textContent + node.querySelector('.meta').textContent)"""
        )

    table = three().scan("green dumpling/4 red tofu/1")
    tv.shows(table)
    assert took() == []
    assert "leads" not in tv.text("#seats")  # Bo has no card yet
    tv.shows(table.scan("blue dumpling/1"))
    tv.shows(table.scan("dumpling/2"))
    assert took() == ["Boblue · ★ takes the lead · 2 of 10 cards"]
    tv.shows(table.scan("dumpling/3"))
    assert took() == []  # it still has it
    tv.shows(table.scan("red tofu/2"))
    assert took() == []  # six each: nobody is ahead alone
    tv.shows(table.scan("squid-nigiri/1"))
    assert took() == ["Chrisred · ★ takes the lead · 3 of 10 cards"]


WINDOWS = (390, 844), (844, 390), (640, 360), (820, 1180), (1280, 720), TV, (3840, 2160)


def test_a_tv_shows_every_score_and_the_way_back_in_any_window(tv: BoardTab) -> None:
    lobby = on_show(*THREE, names=NAMES)
    for table in (lobby, three().scan("red tofu/1"), eight(), ended("red").scan("page")):
        tv.shows(table)
        for size in (*WINDOWS, (853, 480)):  # the last: 1280x720 at 150 %
            tv.resized(size)
            rows, links = tv.run(
                """const all = (selector) => [...document.querySelectorAll(selector)];
                const place = (node) => node.getBoundingClientRect();
                const seen = (node) => node.checkVisibility(
                  { opacityProperty: true, visibilityProperty: true });
                return [all('.seat').map((row) => [row.offsetHeight,
                  row.querySelector('.live').offsetHeight, place(row).bottom]),
                  all('.ways > a').map((link) =>
                    [seen(link), place(link).top, place(link).bottom])]"""
            )
            assert links
            assert all(visible and bottom - top >= 14 for visible, top, bottom in links), size
            assert tv.text(".ways [aria-current]") == "TV"
            assert len(rows) == len(table.table.seats)
            assert min(height for height, *_ in rows) >= 30, size
            assert table is lobby or min(live for _, live, _ in rows) >= 18, size
            assert max(bottom for *_, bottom in rows) <= min(top for _, top, _ in links), size
            assert max(bottom for *_, bottom in links) < size[1] + 1


def test_a_name_of_any_length_is_shown_whole(tv: BoardTab) -> None:
    names = dict.fromkeys(NAMES, "Maximilian-Alexander III")
    assert {*map(len, names.values())} == {LONGEST_NAME}
    for path in ("/tv", "/?scores"):
        tv.driver.get(address(tv.site, path))
        tv.shows(on_show(*THREE, "command next", names=names).scan("red tofu/1"))
        for size in WINDOWS:
            tv.resized(size)
            cut = tv.run(
                """return [...document.querySelectorAll('.name, #whose bdi')].filter((node) =>
                node.scrollWidth > node.clientWidth + 1 ||
                node.scrollHeight > node.clientHeight + 3)
                .map((node) => node.outerHTML)"""
            )
            assert cut == [], size


def test_whose_turn_it_is_is_large_whatever_the_name(tv: BoardTab) -> None:
    """It may take more lines than one; only a word that needs too much room makes it smaller."""
    for name, least in ((LONG, 0.95), ("Maximilian-Alexander III", 0.95), (WHO[2], 0.4)):
        names = dict.fromkeys(NAMES, name)
        tv.shows(on_show(*THREE, "command next", names=names).scan("red tofu/1"))
        for size in SIX_SIZES:
            tv.resized(size)
            share, cut = tv.run(
                """const [name] = whose.getElementsByTagName('bdi');
                const [of, whole] = [name, whose].map((node) =>
                  parseFloat(getComputedStyle(node).fontSize));
                return [of / whole, name.scrollWidth > name.clientWidth]"""
            )
            assert share > least, (name, size)
            assert not cut, (name, size)


def test_a_tv_is_legible_across_a_room(tv: BoardTab) -> None:
    tv.shows(eight())
    name, *numbers = tv.run(
        """return ['.name', '.live', '#awaited'].map((selector) =>
        parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))"""
    )
    assert name >= 32
    assert min(numbers) >= 64


def test_everything_is_legible(board: BoardTab) -> None:
    away = three()
    away.device(saved=False, problems=(Problem("scanner-unplugged"),))
    leads = three().scan("red tofu/1 blue tofu/2 tofu/3 squid-nigiri/1")
    refused = three().scan("red tofu/1").scan_in_vain("tofu/1")
    scenes = [away, eight(), leads, refused, ended("red", "blue")]
    for scene in scenes:
        board.shows(scene)
        board.run("document.querySelector('.seat button')?.click()")
        for dark in (False, True):
            looks(board.driver, (390, 844), dark, still=True)
            assert violations(board.driver, "color-contrast") == [], dark


def test_nothing_moves_for_who_wants_it_still(board: BoardTab) -> None:
    looks(board.driver, (390, 844), still=True)
    for scene in (three(), three().scan("red tofu/1"), ended("red")):
        board.shows(scene)
        assert board.run("return document.getAnimations().length") == 0
    looks(board.driver, (390, 844))
    until(lambda: board.run("return document.getAnimations().length"))


# --- ears and keys -----------------------------------------------------------------


def test_a_card_is_read_out_once_in_a_sentence(board: BoardTab) -> None:
    table = three().scan("red")
    board.shows(table)
    board.driver.refresh()
    until(lambda: board.run("return document.body.dataset.v"))
    assert board.text("#said") == ""  # nobody is told what was there before
    board.run(
        """window.heard = [];
        new MutationObserver((all) => heard.push(all.at(-1).target.textContent)).observe(
          document.querySelector('#said'), { childList: true })"""
    )
    board.shows(table.scan("squid-nigiri/1"))
    sentence = "Chris: Squid nigiri, plus 3, round 3, total 3. 1 of 10 cards"
    assert board.text("#said") == sentence
    table.device(saved=False)  # the same scan still: something else has changed
    board.shows(table)
    assert board.run("return heard") == [sentence]


def test_what_a_screen_reader_finds(board: BoardTab) -> None:
    board.shows(three().scan("red tofu/1"))
    tree = accessible(board.driver)
    assert {"main", "banner", "navigation", "heading", "alert"} <= {role for role, _ in tree}
    buttons = [name for role, name in tree if role == "button" and "photo" not in name]
    assert ("link", "Nigiri") in tree
    assert buttons[:4] == [
        "What is this?",
        "Chris red · 1 of 10 cards 2 points",
        "Bo blue · 0 of 10 cards –",
        "Élodie green · 0 of 10 cards –",
    ]
    assert {("button", "Take a photo"), ("button", "Choose a photo")} <= {*tree}
    assert {("heading", "Chris"), ("heading", "Scores")} <= {*tree}


def test_a_seat_opens_by_key_and_keeps_its_focus(board: BoardTab) -> None:
    from selenium.webdriver.common.keys import Keys

    table = three().scan("red tofu/1")
    board.shows(table)
    board.driver.find_element("css selector", "body").send_keys(Keys.TAB)
    board.driver.switch_to.active_element.send_keys(Keys.TAB)  # past WHAT
    card = board.driver.switch_to.active_element  # the last one, which leads to the menu
    assert card.text == "Tofu"
    card.send_keys(Keys.TAB)
    board.driver.switch_to.active_element.send_keys(Keys.ENTER)
    board.shows(table.scan("tofu/2"))
    button = board.driver.switch_to.active_element
    assert button.get_attribute("aria-controls") == "why-red"
    assert button.get_attribute("aria-expanded") == "true"
    assert "Tofu" in board.text("#why-red")


def test_a_rounds_clock_stands_beside_the_round(board: BoardTab) -> None:
    for table, face, text in (
        (three().scan("red tofu/1"), ClockFace(45, 0, runs=True), "Round 1 of 3 · 45 min"),
        (three().scan("red tofu/1"), ClockFace(0, 37, runs=False), "Round 1 of 3 · 37 s · paused"),
        (three().scan("red tofu/1"), ClockFace(0, 0, runs=True), "Round 1 of 3 · Time!"),
        (three().scan("red tofu/1"), None, "Round 1 of 3"),
        (on_show(), ClockFace(45, 0, runs=True), "45 min"),
    ):
        board.shows(table.change(clock=face))
        assert board.text("#round") == text
