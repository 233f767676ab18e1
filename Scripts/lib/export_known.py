# SPDX-License-Identifier: GPL-3.0-or-later
"""What was looked into: by the end of a file's name and the modes."""

KNOWN = {}
