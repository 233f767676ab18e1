# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs PyPI's iiif-validator at version 3.0, level 2: SERVER PREFIX IDENTIFIER. A line for each test."""
import contextlib
import io
import sys

from iiif_validator.validator import ImageAPI, TestSuite, ValidationInfo

server, prefix, identifier = sys.argv[1:]
for name, test in sorted(TestSuite(ValidationInfo()).list_tests("3.0").items()):
    if test["level"] > 2:
        continue
    api = ImageAPI(identifier, server, prefix, "http", "", "3.0", debug=False)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            TestSuite(ValidationInfo()).run_test(name, api)
        fault = api.exception
    except Exception as error:  # A test that cannot read the answer has failed.
        fault = error
    print(f"FAIL {name} {fault!r} {api.urls}" if fault else f"PASS {name}")
