# SPDX-License-Identifier: GPL-3.0-or-later
"""Twelve companions as a table for the form of the character sheet, a row each."""

import csv

COLUMNS = ["identity.name", "identity.level", "identity.calling", "identity.lineage", "identity.homeland",
           "vitals.vitality", "vitals.defence", "vitals.wound.1", "skill.stealth.trained", "motto",
           "purse.gold", "purse.silver", "purse.copper",
           "attack.1.weapon", "attack.1.hit", "attack.1.harm",
           "satchel.1.item", "satchel.1.count", "satchel.1.weight",
           "satchel.2.item", "satchel.2.count", "satchel.2.weight", "story", "written", "portrait"]

PARTY = [
    ["Maren Ashwick", 4, "Lantern-keeper", "Fenfolk", "Tern Harbour", 21, 14, "yes", "no", "Keep the light",
     7, 23, 50, "Grey-ash staff", "+3", "1d6+1", "Storm lantern", 1, 3, "Flask of oil", 4, 2,
     "My mother kept the light, and I kept her company.", "2024-03-02", "@portrait.png"],
    ["Oda Brannoch", 4, "Bell-founder", "Hill folk", "Hollowmere", 30, 16, "no", "no", "Bronze remembers",
     120, 4, 0, "Sledge", "+5", "2d6+3", "Mould sand", 2, 12.5, "Bell clapper", 1, 8,
     "I cast the great bell. It cracked on the night that the ice came.", "2024-03-02", ""],
    ["Łucja Wrzos", 3, "Herb-wife", "Heathfolk", "The Nettle Moor", 17, 12, "no", "yes", "Bitter is better",
     3, 40, 112, "Sickle", "+2", "1d4", "Dried yarrow", 9, 0.5, "Copper still", 1, 6,
     "Everyone comes to me twice: once for love, once for fever.", "2024-03-03", ""],
    ["Tiia", 5, "Ferry pilot", "River kin", "Reedmouth", 26, 15, "yes", "yes", "The river takes its toll",
     15, 0, 8, "Boat hook", "+4", "1d8+2", "Rope, 50 ft", 2, 5, "Tarred canvas", 1, 7,
     "", "2024-03-03", ""],
    ["Юна Ветрова", 4, "Wind-caller", "Steppe riders", "Белый Яр", 19, 13, "no", "no", "Ветер помнит",
     0, 18, 77, "Horn bow", "+5", "1d8+2", "Arrows", 40, 2, "Felt tent", 1, 11,
     "", "2024-03-09", ""],
    ["Bartholomew Quillfeather-Underhill the Younger", 2, "Scrivener", "Townsfolk", "Candlegate", 11, 10, "no", "no",
     "Write it down first", 64, 9, 3, "Penknife", "+1", "1d4-1", "Ink, three colours", 3, 0.25,
     "Ledger of debts", 1, 4, "I am owed a chapel, two mules and an apology. I have all of it in writing.",
     "2024-03-09", ""],
    ["Ζωή Αλυκή", 5, "Salt diver", "Islanders", "Ἁλμυρά", 24, 15, "yes", "yes", "Κράτα ανάσα",
     22, 6, 41, "Fish spear", "+5", "1d6+3", "Sponges", 12, 0.2, "Weighted net", 1, 9, "", "2024-03-16", ""],
    ["Hob", 1, "Turnspit", "Townsfolk", "The Gilded Pike", 8, 9, "no", "yes", "Is there any left?",
     0, 0, 5, "Skewer", "+0", "1d4", "Half a pie", 1, 1, "The other half", 1, 1, "", "2024-03-16", ""],
    ["Sister Perpetua", 6, "Keeper of hours", "Hill folk", "Saint Orrin’s", 28, 17, "no", "no", "Twelve, and all is well",
     5, 5, 5, "Iron censer", "+4", "1d8+1", "Candle clock", 2, 3, "Hand bell", 1, 1.5, "", "2024-03-16", ""],
    ["Añejo “Two Hats” Pérez", 4, "Card-sharp", "Coastfolk", "Puerto Ámbar", 18, 16, "no", "yes", "The second hat is for luck",
     310, 27, 90, "Sword cane", "+6", "1d6+4", "Marked deck", 3, 0.1, "Hats", 2, 1, "", "2024-04-01", ""],
    ["Grete Ironmonger", 3, "Smith", "Hill folk", "Hollowmere", 33, 18, "yes", "no", "Hot, then hard, then done",
     48, 12, 0, "War hammer", "+5", "1d10+3", "Anvil, travelling", 1, 35, "Charcoal", 6, 4,
     "Oda says that the bell was flawed. The clapper was mine; so it was not the clapper.", "2024-04-01", ""],
    ["The Stranger", 7, "None that they tell", "Unknown", "North of the map", 40, 19, "no", "yes", "",
     1, 0, 0, "A very old sword", "+8", "1d8+5", "A letter, sealed", 1, 0, "", "", "", "", "2024-04-01", ""],
]


def write(path):
    with open(path, "w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([COLUMNS, *PARTY])
