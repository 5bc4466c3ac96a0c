"""Points that are far above all others of a table are asked for once more: a slip of the thumb."""

import re

import pytest
from support.door_site import DoorSite, Visitor

from firmware.hall.tournament.table_code import table_code
from firmware.hall.tournament.tournament import TournamentTable

ROUND = "/organiser/t/1/round/1"
ASKED = "points are far more than the others have"


@pytest.fixture
def organiser(site: DoorSite) -> Visitor:
    """With four players at a table of a round that is announced."""
    organiser = site.organiser()
    organiser.post("/organiser", title="Autumn Cup", game="sushi-go")
    site.hall.join(1, ["Ann", "Bo", "Cy", "Di"], "organiser", here=True)
    organiser.post("/organiser/t/1", do="pair")
    organiser.post(ROUND, do="announce")
    return organiser


def table_of(site: DoorSite) -> TournamentTable:
    return site.hall.tournaments[1].rounds[0].tables[0]


def form_of(table: TournamentTable, *points: int) -> dict[str, str]:
    fields = {f"points-{p}": f"{n}" for p, n in zip(table.players, points, strict=False)}
    return {"table": table.id, **fields}


def again(body: bytes) -> dict[str, str]:
    """What the form brings along when it is sent once more."""
    sure = re.search(rb'name="sure" value="([^"]*)"', body)
    assert sure
    return {"sure": sure[1].decode()}


@pytest.mark.parametrize("points", [(99, 31, 20, 5), (120, 40, 20, 5), (400, 399, 2, 1), (120,)])
def test_what_can_well_be_is_taken_at_once(
    site: DoorSite, organiser: Visitor, points: tuple[int, ...]
) -> None:
    more = {f"conceded-{table_of(site).players[1]}": "on"} if len(points) == 1 else {}
    form = form_of(table_of(site), *points, *([119] if more else []))
    assert organiser.post(ROUND, do="result", **form, **more).status == 303


def test_a_typed_slip_is_asked_for_and_what_is_meant_is_taken(
    site: DoorSite, organiser: Visitor
) -> None:
    form = form_of(table_of(site), 400, 31, 20, 5)
    reply = organiser.post(ROUND, do="result", **form)
    assert (reply.status, table_of(site).result) == (409, ())
    assert f"400 {ASKED}" in reply.body.decode()
    assert b'value="400"' in reply.body, "what was typed is still there"
    other = form_of(table_of(site), 500, 31, 20, 5)
    other_reply = organiser.post(ROUND, do="result", **other, **again(reply.body))
    assert other_reply.status == 409, "it was not asked for this"
    right = form_of(table_of(site), 40, 31, 20, 5)
    assert organiser.post(ROUND, do="result", **right, **again(reply.body)).status == 303
    assert organiser.post(ROUND, do="result", **form, **again(reply.body)).status == 303
    assert table_of(site).result[0].points == 400


def test_a_phone_is_asked_the_same(site: DoorSite, organiser: Visitor) -> None:
    page = f"/t/1/table/1?code={table_code(site.hall.tournaments[1], 1)}"
    phone, form = Visitor(site), form_of(table_of(site), 20, 31, 400, 5)
    phone.get(page)
    reply = phone.post(page, **form)
    assert (reply.status, table_of(site).claims) == (409, ())
    assert ASKED in reply.body.decode()
    assert phone.post(page, **form, **again(reply.body)).status == 303
    assert table_of(site).claims[0].seats[0].points == 400
