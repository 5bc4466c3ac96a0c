"""Score a physical table, given as plain dicts and lists, step by step as by hand.

The second opinion that the engine is compared with. It is clumsy on purpose: each paragraph of
the rules is a paragraph here, nothing is shared with the engine, and nothing is clever.
"""

from support.plain_tray import alone, colours, icons, kinds_in

FRUITS = ("watermelon", "orange", "pineapple")


def maki_party(counts):
    prizes = [6, 3]
    if len(counts) >= 6:
        prizes = [6, 4, 2]
    different = sorted({count for count in counts if count >= 1}, reverse=True)
    points = [0] * len(counts)
    for place, prize in enumerate(prizes):
        for seat, count in enumerate(counts):
            if place < len(different) and count == different[place]:
                points[seat] = prize
    return points


def maki_sushi_go(counts):
    points = [0] * len(counts)
    most = max(counts)
    if most == 0:
        return points
    first = [seat for seat, count in enumerate(counts) if count == most]
    for seat in first:
        points[seat] = 6 // len(first)
    rest = max([count for count in counts if count < most], default=0)
    if len(first) == 1 and rest > 0:
        second = [seat for seat, count in enumerate(counts) if count == rest]
        for seat in second:
            points[seat] = 3 // len(second)
    return points


def most_and_fewest(counts, prize):
    """Temaki and Party's pudding: ties in full; nobody loses at a table for two."""
    points = [0] * len(counts)
    if max(counts) == 0:
        return points
    for seat, count in enumerate(counts):
        if count == max(counts):
            points[seat] += prize
        if count == min(counts) and len(counts) > 2:
            points[seat] -= prize
    return points


def pudding_sushi_go(counts):
    points = [0] * len(counts)
    if max(counts) == min(counts):
        return points
    most = [seat for seat, count in enumerate(counts) if count == max(counts)]
    fewest = [seat for seat, count in enumerate(counts) if count == min(counts)]
    for seat in most:
        points[seat] = 6 // len(most)
    if len(counts) > 2:
        for seat in fewest:
            points[seat] = -(6 // len(fewest))
    return points


def edamame_points(trays):
    points = []
    for seat, tray in enumerate(trays):
        opponents = 0
        for other, its_tray in enumerate(trays):
            if other != seat and "edamame" in kinds_in(its_tray):
                opponents += 1
        points.append(kinds_in(tray).count("edamame") * min(opponents, 4))
    return points


def soy_points(trays):
    most = max(len(colours(tray)) for tray in trays)
    points = []
    for tray in trays:
        if len(colours(tray)) == most:
            points.append(4 * kinds_in(tray).count("soy-sauce"))
        else:
            points.append(0)
    return points


def uramaki_claims(reveals):
    """(seat, points) for each claim paid, in order, from the reveals that reached ten icons.

    reveals: a list of reveals, each a list of (seat, icons) of the seats that reached ten in it.
    """
    paid = list[tuple[int, int]]()
    for reveal in reveals:
        for total in sorted({total for _, total in reveal}, reverse=True):
            place = len(paid)
            if place <= 2:
                for seat, icons_of_seat in reveal:
                    if icons_of_seat == total:
                        paid.append((seat, [8, 5, 2][place]))
    return paid


def uramaki_points(trays, claims):
    points = [0] * len(trays)
    for seat, prize in claims:
        points[seat] += prize
    left = [icons(tray, "uramaki") for tray in trays]
    if len(claims) <= 2 and max(left) >= 1:
        for seat, count in enumerate(left):
            if count == max(left):
                points[seat] += [8, 5, 2][len(claims)]
    return points


# --- a round, the desserts, the places ---------------------------------------------------------


def round_by_kind(game, trays, claims=()):
    """Each seat's {kind: points}: a key for every kind in its tray or with points for none."""
    together = {}
    if game == "sushi-go":
        together["maki"] = maki_sushi_go([icons(tray, "maki") for tray in trays])
    else:
        together["maki"] = maki_party([icons(tray, "maki") for tray in trays])
        temaki = [kinds_in(tray).count("temaki") for tray in trays]
        together["temaki"] = most_and_fewest(temaki, 4)
        together["edamame"] = edamame_points(trays)
        together["soy-sauce"] = soy_points(trays)
        together["uramaki"] = uramaki_points(trays, claims)
    by_seat = []
    for seat, tray in enumerate(trays):
        by = {kind: alone(tray, kind) for kind in kinds_in(tray)}
        for kind, points in together.items():
            if kind in by or points[seat] != 0:
                by[kind] = points[seat]
        by_seat.append(by)
    return by_seat


def fruit_points(cards):
    points = 0
    for fruit in FRUITS:
        count = 0
        for each in cards:
            count += each.split("-").count(fruit)
        points += [-2, 0, 1, 3, 6, 10][min(count, 5)]
    return points


def desserts_by_kind(game, menu, kept):
    """kept: each seat's list of dessert faces at the end of the game."""
    counts = [len(cards) for cards in kept]
    by_seat = []
    for seat, cards in enumerate(kept):
        if game == "sushi-go":
            kind, points = "pudding", pudding_sushi_go(counts)[seat]
        elif "pudding" in menu:
            kind, points = "pudding", most_and_fewest(counts, 6)[seat]
        elif "green-tea-ice-cream" in menu:
            kind, points = "green-tea-ice-cream", len(cards) // 4 * 12
        else:
            kind, points = "fruit", fruit_points(cards)
        by_seat.append({kind: points} if cards or points else {})
    return by_seat


def places(totals, desserts, players):
    """Places of the first `players` seats (a dummy sits last): points, then dessert cards."""
    order = []
    for seat in range(players):
        better = 0
        for other in range(players):
            if totals[other] > totals[seat]:
                better += 1
            if totals[other] == totals[seat] and desserts[other] > desserts[seat]:
                better += 1
        order.append(better + 1)
    return order
