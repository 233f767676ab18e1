# SPDX-License-Identifier: GPL-3.0-or-later
"""What the pieces of hand/words.json say, by their index, as they were read by eye. Pieces that are cut out of several words, are
written over each other, or cannot be read for sure, are left out."""

TEXTS = {
    1: "disease", 2: "from", 3: "long", 4: "would", 6: "are", 7: "small", 8: "stanbul", 9: "hogmanay", 10: "larynxes",
    11: "fflush", 12: "Version", 14: "come", 15: "its", 18: "KNIFE", 19: "any", 21: "make", 22: "dis", 23: "no", 24: "house",
    25: "egotistical", 26: "Bad", 29: "unseen", 30: "documentary", 34: "nl", 35: "psalms", 36: "confuse", 37: "action",
    38: "not", 39: "bainbridge's", 40: "hus", 41: "can", 42: "station", 44: "ney", 45: "Now", 50: "stderr", 51: "directorate",
    52: "Monica", 53: "li", 54: "the", 56: "branch", 57: "has",
}

# Pieces with ink of a neighbor far from the word: no rule could cut them right.
STRAY = {6, 8, 15, 40, 44, 53}
