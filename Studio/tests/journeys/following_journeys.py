# SPDX-License-Identifier: GPL-3.0-or-later
"""What windows hear of that show what others do."""
import re

from playwright.sync_api import expect

import browser as b
from journeys import fresh, journey
from places_journeys import stroke, write


@journey
def what_happened_while_the_server_was_away_is_shown_when_it_is_back(chromium, double):
    character, = fresh(chromium, double, template="Sheet", characters=["Brann"], tags=["Tuesday"])
    library = b.open_page(chromium, double)
    table = b.open_page(chromium, double, "table/tag/Tuesday")
    picture = b.open_page(chromium, double, f"c/{character['id']}/1/picture")
    expect(library.get_by_test_id("character-card")).to_have_count(1)
    expect(table.get_by_test_id("seat")).to_have_count(1)
    b.followed(picture, double, 3)
    place = picture.get_by_test_id("picture-place")
    expect(place).to_have_attribute("data-version", re.compile(r"\d"))
    before = place.get_attribute("data-version")
    double.control(deaf=True, characters=["Tam"], tags=["Tuesday"])
    write(double, character["id"], stroke(300))
    double.control(deaf=False)
    expect(library.get_by_test_id("character-card")).to_have_count(2)
    expect(table.get_by_test_id("seat")).to_have_count(2)
    expect(place).not_to_have_attribute("data-version", before)
    assert library.complaints + table.complaints + picture.complaints == []


@journey
def who_comes_to_the_table_takes_a_seat(chromium, double):
    fresh(chromium, double, template="Sheet", characters=["Brann"], tags=["Tuesday"])
    table = b.open_page(chromium, double, "table/tag/Tuesday")
    expect(table.get_by_test_id("seat")).to_have_count(1)
    b.followed(table, double)
    double.control(characters=["Tam"], tags=["Tuesday"])
    double.control(characters=["Elsewhere"], tags=["Friday"])
    expect(table.get_by_test_id("seat")).to_have_count(2)
    assert table.complaints == [], table.complaints
