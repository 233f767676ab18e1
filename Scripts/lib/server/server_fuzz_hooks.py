# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets schemathesis send bodies that are not JSON: bytes as they are, other values as their JSON."""
import json

import schemathesis


@schemathesis.serializer("application/pdf", "application/zip", "application/vnd.limn.ink")
def binary(context, value) -> bytes:
    data = getattr(value, "data", value)
    return data if isinstance(data, bytes) else json.dumps(data).encode()
