# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what is wrong with an output that shall be its original with an update behind it: ORIGINAL OUTPUT."""
import json
import sys

import judge_export

json.dump(judge_export.appended(*sys.argv[1:]), sys.stdout)
