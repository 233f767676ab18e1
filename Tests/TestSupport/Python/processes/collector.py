# SPDX-License-Identifier: GPL-3.0-or-later
"""An OpenTelemetry collector that reads OTLP over HTTP by OpenTelemetry's own messages and keeps what it got: FOLDER.

Writes its port into FOLDER/port and each request into FOLDER/N.json, with its path and what it says. While FOLDER/away exists,
it answers 503.
"""
import base64
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

MESSAGES = {"/v1/traces": ExportTraceServiceRequest, "/v1/metrics": ExportMetricsServiceRequest}
IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


def with_binary_ids(value):
    """The JSON with ids as protobuf wants them; OTLP writes them as hexadecimal digits."""
    if isinstance(value, list):
        return [with_binary_ids(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, one in value.items():
        if key in IDS:
            raw = bytes.fromhex(one)
            assert len(raw) == IDS[key], (key, one)
            found[key] = base64.b64encode(raw).decode()
        else:
            found[key] = with_binary_ids(one)
    return found


class Collector(BaseHTTPRequestHandler):
    folder = Path(sys.argv[1])
    count = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if (self.folder / "away").exists():
            self.send_error(503)
            return
        said = {"path": self.path, "type": self.headers["Content-Type"]}
        try:
            said["body"] = json.loads(body)
            json_format.ParseDict(with_binary_ids(said["body"]), MESSAGES[self.path]())
        except Exception as error:
            said["wrong"] = f"{type(error).__name__}: {error}"
        place = self.folder / f"{Collector.count}.json"
        Collector.count += 1
        place.with_suffix(".part").write_text(json.dumps(said))
        os.rename(place.with_suffix(".part"), place)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *words):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
part = Collector.folder / "port.part"
part.write_text(str(server.server_port))
os.rename(part, Collector.folder / "port")
server.serve_forever()
