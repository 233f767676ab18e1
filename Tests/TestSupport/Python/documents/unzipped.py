# SPDX-License-Identifier: GPL-3.0-or-later
"""Unpacks a ZIP archive: FILE FOLDER."""
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as archive:
    archive.extractall(sys.argv[2])
