# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds receipts to their schema: SCHEMA RECEIPT…; prints what is wrong, nothing when all is well."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        for line in [file.read()]:
            for error in validator.iter_errors(json.loads(line)):
                print(f"{name}: {error.json_path}: {error.message}")
