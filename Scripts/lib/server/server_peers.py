# SPDX-License-Identifier: GPL-3.0-or-later
"""The books of the load test, and services on other libraries that do what limn-server's `/render` does."""
import asyncio
import socket
import subprocess
import sys
import tempfile
import time
import pathlib

PYMUPDF = """
import pymupdf
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

async def render(request):
    page = pymupdf.open(stream=await request.body(), filetype="pdf")[0]
    scale = 1000 / page.rect.width
    return Response(page.get_pixmap(matrix=pymupdf.Matrix(scale, scale)).tobytes("png"), media_type="image/png")

app = Starlette(routes=[Route("/render", render, methods=["POST"])])
"""

PYPDFIUM2 = """
import io, pypdfium2
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

async def render(request):
    page = pypdfium2.PdfDocument(await request.body())[0]
    out = io.BytesIO()
    page.render(scale=1000 / page.get_width()).to_pil().save(out, "png")
    return Response(out.getvalue(), media_type="image/png")

app = Starlette(routes=[Route("/render", render, methods=["POST"])])
"""


def book(pages):
    """A PDF of pages of text."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", None, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for number in range(pages):
        rows = "".join(
            f"1 0 0 1 60 {740 - 14 * row} Tm (Page {number + 1}, line {row}: the quick brown fox jumps over the dog) Tj\n"
            for row in range(48))
        content = f"BT /F1 10 Tf\n{rows}ET\n0.2 0.4 0.8 RG 2 w 50 40 512 720 re S\n".encode()
        kids.append(len(objects) + 2)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, b" ".join(b"%d 0 R" % kid for kid in kids))
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, text in enumerate(objects):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number + 1, text)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % p for p in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


async def rate(connect, port, path, seconds=8, clients=8):
    """Pages a second; all pictures must be PNGs of 1000 pixels."""
    done, pdf, end = 0, book(1), 0.0

    async def client(counts):
        nonlocal done
        connection = connect(port)
        while time.perf_counter() < end:
            status, body = await connection.request("POST", path, pdf, "Content-Type: application/pdf\r\n")
            if status != 200 or int.from_bytes(body[16:20], "big") != 1000:
                raise SystemExit(f"{path}: {status} {body[:200]!r}")
            done += counts
        connection.close()

    end = time.perf_counter() + 1
    await asyncio.gather(*(client(0) for _ in range(clients)))
    begin = time.perf_counter()
    end = begin + seconds
    await asyncio.gather(*(client(1) for _ in range(clients)))
    return done / (time.perf_counter() - begin)


async def compare(port, connect):
    """Pages a second of each service, one after another, twice; the better run of each counts."""
    rates = {"Limn": 0.0}
    with tempfile.TemporaryDirectory() as name:
        services = {}
        for title, text in (("PyMuPDF", PYMUPDF), ("pypdfium2", PYPDFIUM2)):
            (pathlib.Path(name) / f"{title.lower()}_service.py").write_text(text)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                other = free.getsockname()[1]
            command = [sys.executable, "-m", "uvicorn", f"{title.lower()}_service:app", "--port", str(other),
                       "--workers", "2", "--log-level", "warning"]
            services[title] = (subprocess.Popen(command, cwd=name), other)
        try:
            for _, other in services.values():
                for _ in range(200):
                    try:
                        socket.create_connection(("127.0.0.1", other)).close()
                        break
                    except OSError:
                        await asyncio.sleep(0.1)
            for _ in range(2):
                rates["Limn"] = max(rates["Limn"], await rate(connect, port, "/api/v1/render?width=1000&format=png"))
                for title, (_, other) in services.items():
                    rates[title] = max(rates.get(title, 0.0), await rate(connect, other, "/render"))
        finally:
            for process, _ in services.values():
                process.terminate()
                process.wait(20)
    return rates
