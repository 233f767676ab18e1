# SPDX-License-Identifier: GPL-3.0-or-later
"""What the package promises, judged by pikepdf, pypdfium2 and Pillow."""
import asyncio
import concurrent.futures
import io
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy
import pikepdf
import pypdfium2
import pytest

import limn
from limn import _process


def in_python(script: str, *arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", textwrap.dedent(script), *arguments], capture_output=True, text=True,
                          timeout=120, check=False, **options)  # type: ignore[call-overload,no-any-return]


def engines() -> set[int]:
    """The engines that run now, of any program."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[1:3] == [b"engine", b"--stdio"]:
                found.add(int(folder.name))
    return found


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether a process ends within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


#: What programs in these tests say of themselves: the processes that an engine started, once there are some.
FAMILY = """
def family(pid):
    import time, pathlib
    while True:
        found = [int(one) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()]
        if found:
            return [pid, *found]
        time.sleep(0.01)
"""


def test_words_lie_where_another_engine_finds_them(engine: limn.Engine, sheet: Path) -> None:
    first, second = engine.text(sheet)
    assert (first.number, second.number) == (1, 2) and first.text.startswith("The Wayfarer’s Ledger\n")
    assert engine.text(sheet, pages=2) == [second]
    textpage = pypdfium2.PdfDocument(sheet)[0].get_textpage()
    place = textpage.search("Bargaining").get_next()
    assert place is not None
    left, bottom, right, top = textpage.get_charbox(place[0])
    word = next(word for word in first.words if word.text == "Bargaining")
    assert abs(word.rect[0] - left) < 1.5 and word.rect[1] < first.height - bottom < word.rect[3] + 1
    # One link leads to the other page, one to the web.
    assert [link.page for link in first.links if link.uri is None] == [2]
    assert [link.uri for link in first.links if link.page is None] == ["https://example.org/"]


def test_marks_of_an_export_have_their_words(engine: limn.Engine, sheet: Path) -> None:
    word = next(word for word in engine.text(sheet, pages=1)[0].words if word.text == "Bargaining")
    x0, y0, x1, y1 = word.rect
    color = {"red": 1, "green": 0.9, "blue": 0, "alpha": 1}
    mark = {"style": "highlight", "quads": [[x0, y0, x1, y0, x1, y1, x0, y1]], "color": color, "text": "Haggle"}
    ink = {"limnInk": 4, "pages": [{"layers": [{}], "strokes": [], "objects": [{"strokesBelow": 0, "markup": mark}]}]}
    made = engine.flatten(sheet, json.dumps(ink).encode(), mode="annotate")
    assert made.data is not None
    found, = engine.marks(made.data)
    assert (found.kind, found.page, found.text, found.note, found.color) == ("highlight", 1, "Bargaining", "Haggle", "#ffe600")
    with pytest.raises(limn.NoSuchPage):
        engine.marks(sheet, pages=9)


def test_a_sheet_without_fields_becomes_a_form(engine: limn.Engine, tmp_path: Path) -> None:
    flat = tmp_path / "flat.pdf"
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 200))
        page.Contents = pdf.make_stream(b"1 w 40 100 160 24 re S")
        pdf.save(flat)
    made = engine.detect(flat, tmp_path / "form.pdf")
    assert made.path is not None and made.report["fields"][0]["made"]
    assert len(engine.form(made.path).fields) == 1


def test_pages_are_the_pixels_that_another_engine_draws(engine: limn.Engine, sheet: Path) -> None:
    pages = list(engine.pages(sheet, dpi=50))
    assert [page.number for page in pages] == [1, 2]
    document = pypdfium2.PdfDocument(sheet)
    for page in pages:
        array = page.numpy()
        assert array.shape == (page.height, page.width, 3) and array.dtype == numpy.uint8
        other = document[page.number - 1].render(scale=page.width / document[page.number - 1].get_width()).to_numpy()
        height, width = min(array.shape[0], other.shape[0]), min(array.shape[1], other.shape[1])
        difference = abs(array[:height, :width].mean(axis=2) - other[:height, :width, :3].mean(axis=2))
        assert difference.mean() < 20
        array[:] = 0  # The memory is this process's own.
        assert page.image().getpixel((0, 0)) == (0, 0, 0)


def test_sources_are_paths_bytes_and_open_files(engine: limn.Engine, sheet: Path) -> None:
    content = sheet.read_bytes()
    pictures = [engine.thumbnail(source, 64).data for source in (sheet, str(sheet), content, io.BytesIO(content))]
    assert len(set(pictures)) == 1
    with sheet.open("rb") as file:
        assert engine.thumbnail(file, 64).data == pictures[0]
    with pytest.raises(limn.InvalidRequest):
        engine.thumbnail(io.StringIO("text"), 64)  # type: ignore[arg-type]


def test_thumbnails_have_the_format_and_the_size(engine: limn.Engine, sheet: Path, tmp_path: Path) -> None:
    for kind, name in (("png", "PNG"), ("jpeg", "JPEG"), ("webp", "WEBP")):
        picture = engine.thumbnail(sheet, 128, page=2, format=kind)
        image = picture.image()
        assert image.format == name and max(image.size) == 128 == max(picture.width, picture.height)
    picture.save(tmp_path / "picture")
    assert (tmp_path / "picture").read_bytes() == picture.data


def test_render_writes_files(engine: limn.Engine, sheet: Path, tmp_path: Path) -> None:
    made = engine.render(sheet, tmp_path / "pages", pages="1-2", scale_to=100)
    assert [Path(one.path).name for one in made] == ["character-sheet-1.png", "character-sheet-2.png"]
    assert all(Path(one.path).stat().st_size > 100 and max(one.width, one.height) == 100 for one in made)


def test_ink_is_laid_over_a_pdf_and_comes_back(engine: limn.Engine, sheet: Path, samples: Path, tmp_path: Path) -> None:
    shares: list[float] = []
    ink = samples / "character-sheet.xopp"
    document = engine.flatten(sheet, ink, progress=shares.append)
    assert document.data is not None and document.data.startswith(sheet.read_bytes())
    assert document.report["strokes"] == 1282 and document.report["save"] == "append"
    assert all(0 <= share <= 1 for share in shares)
    written = engine.flatten(sheet, ink, tmp_path / "out.pdf")
    assert written.path == str(tmp_path / "out.pdf") and written.data is None
    assert (tmp_path / "out.pdf").stat().st_size > sheet.stat().st_size
    pages = json.loads(engine.ink(document.data))["pages"]
    assert sum(len(page["strokes"]) for page in pages) == 1282


def test_forms_are_read_and_filled(engine: limn.Engine, sheet: Path) -> None:
    form = engine.form(sheet)
    assert form["identity.name"].type == "text" and len(form.fields) == 176 and form.page_count == 2
    filled = engine.fill(sheet, {"identity.name": "Maren Ashwick"})
    assert filled.data is not None
    assert engine.form(filled.data).values["identity.name"] == "Maren Ashwick"
    with pikepdf.open(io.BytesIO(filled.data)) as other:
        def values(fields: object) -> list[str]:
            return [str(one.V) for one in fields if "/V" in one] + [
                value for one in fields if "/Kids" in one for value in values(one.Kids)]  # type: ignore[attr-defined]
        assert "Maren Ashwick" in values(other.Root.AcroForm.Fields)
    with pytest.raises(limn.InvalidRequest):
        engine.fill(sheet, {"identity.name": 5})  # type: ignore[dict-item]


def test_inspect_tells_pages(engine: limn.Engine, sheet: Path, samples: Path) -> None:
    found = engine.inspect(sheet)
    assert found.kind == "pdf" and found.page_count == 2
    assert found.page_sizes[0] == pytest.approx((595.2756, 841.8898))
    ink = engine.inspect(samples / "character-sheet.xopp")
    assert ink.kind == "ink" and ink.report["strokes"] == 1282


def test_errors_are_classes_with_codes(engine: limn.Engine, sheet: Path, tmp_path: Path) -> None:
    with pytest.raises(limn.NoSuchPage):
        engine.thumbnail(sheet, page=9)
    with pytest.raises(limn.LimnError):
        engine.thumbnail(tmp_path / "missing.pdf")
    with pytest.raises(limn.LimnError):
        engine.thumbnail(b"no PDF")
    with pytest.raises(limn.InvalidRequest, match="“nonsense”"):
        engine.thumbnail(sheet, nonsense=1)
    with pytest.raises(limn.InvalidRequest):
        engine.page(sheet, dpi=72, width=100)
    with pikepdf.open(sheet) as document:
        document.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="open", owner="owner"))
    with pytest.raises(limn.Locked) as caught:
        engine.thumbnail(tmp_path / "locked.pdf")
    assert pickle.loads(pickle.dumps(caught.value)).code == "locked"
    assert engine.thumbnail(tmp_path / "locked.pdf", password="open").width > 0
    with limn.Engine(max_pixels=0.01) as small, pytest.raises(limn.Refused):
        small.page(sheet, dpi=300)


def test_a_generator_that_is_left_ends_its_work(sheet: Path) -> None:
    with limn.Engine(workers=1) as engine:
        for page in engine.pages(sheet, dpi=20):
            assert page.number == 1
            break
        assert engine.thumbnail(sheet).width > 0
        scratch = engine._running().scratch
        assert os.listdir(scratch) == []
    assert not os.path.exists(scratch)


def test_many_threads_share_an_engine(engine: limn.Engine, sheet: Path, samples: Path) -> None:
    files = [sheet, samples / "map-landscape.pdf"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda number: engine.thumbnail(files[number % 2], 64).data, range(40)))
    assert len(set(made[0::2])) == len(set(made[1::2])) == 1 and made[0] != made[1]


def test_asyncio_cancels_and_gathers(sheet: Path) -> None:
    async def main() -> None:
        async with limn.AsyncEngine() as engine:
            pictures = await asyncio.gather(*(engine.thumbnail(sheet, 32 + number) for number in range(6)))
            assert [max(one.width, one.height) for one in pictures] == [32, 33, 34, 35, 36, 37]
            assert [page.number async for page in engine.pages(sheet, dpi=30)] == [1, 2]
            task = asyncio.create_task(engine.page(sheet, dpi=600))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.form(sheet)).page_count == 2
            with pytest.raises(limn.NoSuchPage):
                await engine.thumbnail(sheet, page=99)

    asyncio.run(main())


def test_both_engines_have_the_same_methods(sheet: Path, tmp_path: Path) -> None:
    def names(kind: type) -> set[str]:
        return {name for name in vars(kind) if not name.startswith("_")}

    assert names(limn.Engine) == names(limn.AsyncEngine)

    async def main() -> list[limn.PageFile]:
        async with limn.AsyncEngine(workers=1) as engine:
            return await engine.render(sheet, tmp_path / "pages", scale_to=50)

    made = asyncio.run(main())
    assert [Path(one.path).name for one in made] == ["character-sheet-1.png", "character-sheet-2.png"]
    assert all(Path(one.path).stat().st_size > 100 for one in made)


def test_a_task_that_is_cancelled_at_once_leaves_no_work(sheet: Path) -> None:
    async def main() -> None:
        async with limn.AsyncEngine(workers=1) as engine:
            await engine.thumbnail(sheet)
            for turns in range(6):
                tasks = [asyncio.create_task(engine.page(sheet, dpi=600)) for _ in range(8)]
                for _ in range(turns):
                    await asyncio.sleep(0)
                for task in tasks:
                    task.cancel()
                assert all(isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*tasks, return_exceptions=True))
            process = engine._running()
            end = time.monotonic() + 10
            while (process.calls or os.listdir(process.scratch)) and time.monotonic() < end:
                await asyncio.sleep(0.02)
            assert not process.calls and os.listdir(process.scratch) == []
            assert (await engine.thumbnail(sheet, 40)).height == 40

    asyncio.run(main())


def test_requests_end_with_the_loop_that_sent_them(sheet: Path) -> None:
    engine = limn.AsyncEngine(workers=1)

    async def main(turns: int) -> None:
        tasks = [asyncio.create_task(engine.page(sheet, dpi=600)) for _ in range(8)]
        for _ in range(turns):
            await asyncio.sleep(0)
        # The end of asyncio.run cancels them.
        assert len(tasks) == 8

    try:
        for turns in range(1, 6):
            asyncio.run(main(turns))
        process = engine._running()
        end = time.monotonic() + 10
        while (process.calls or os.listdir(process.scratch)) and time.monotonic() < end:
            time.sleep(0.02)
        assert not process.calls and os.listdir(process.scratch) == []
    finally:
        engine.close()


def _in_child(path: str) -> tuple[int, int]:
    return SHARED.thumbnail(path, 48).height, SHARED.pid


SHARED = limn.Engine(workers=1)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_start_engines_of_their_own(method: str, sheet: Path) -> None:
    own = SHARED.pid
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        made = list(pool.map(_in_child, [str(sheet)] * 4))
    assert all(height == 48 and pid != own for height, pid in made)
    assert SHARED.thumbnail(sheet, 48).height == 48 and SHARED.pid == own
    assert all(gone(pid) for _, pid in made)


def test_an_engine_that_dies_costs_one_exception(sheet: Path) -> None:
    with limn.Engine() as engine:
        engine.thumbnail(sheet, 32)
        first = engine.pid
        os.kill(first, signal.SIGKILL)
        with pytest.raises(limn.EngineDied):
            for _ in range(100):
                engine.page(sheet, dpi=150)
        assert engine.thumbnail(sheet, 32).height == 32 and engine.pid != first


@pytest.mark.parametrize("end", ["os._exit(0)", "sys.exit()", "raise SystemError", "os.kill(os.getpid(), 9)"])
def test_no_engine_outlives_its_program(end: str, sheet: Path) -> None:
    done = in_python(FAMILY + textwrap.dedent(f"""
        import limn, os, sys, threading
        engine = limn.Engine(workers=2)
        pages = engine.pages(sys.argv[1], dpi=300)
        for _ in range(8):
            threading.Thread(target=lambda: engine.page(sys.argv[1], dpi=400), daemon=True).start()
        print(engine._running().scratch, *family(engine.pid), flush=True)
        {end}
        """), str(sheet))
    scratch, *pids = done.stdout.split()
    assert len(pids) > 1 and all(gone(int(pid)) for pid in pids), done.stderr
    if end in ("sys.exit()", "raise SystemError"):
        assert not os.path.exists(scratch)
    elif os.path.exists(scratch):
        # Nobody was left to remove it.
        import shutil
        shutil.rmtree(scratch)


@pytest.mark.parametrize("end", ["os._exit(0)", "sys.exit()"])
def test_a_fork_amid_work_hangs_nobody(end: str, sheet: Path) -> None:
    done = in_python(f"""
        import limn, os, sys, threading
        engine = limn.Engine(workers=2)
        engine.thumbnail(sys.argv[1], 32)
        stop, drawn = threading.Event(), []
        def draw():
            while not stop.is_set(): drawn.append(engine.page(sys.argv[1], dpi=40).number)
        threads = [threading.Thread(target=draw) for _ in range(8)]
        for thread in threads: thread.start()
        for _ in range(6):
            child = os.fork()
            if child == 0:
                assert engine.thumbnail(sys.argv[1], 40).height == 40
                print(engine.pid, flush=True)
                {end}
            assert os.waitpid(child, 0)[1] == 0
        before = len(drawn)
        while len(drawn) < before + 8: pass
        stop.set()
        for thread in threads: thread.join()
        print(engine.pid)
        """, str(sheet))
    pids = [int(word) for word in done.stdout.split()]
    assert done.returncode == 0 and len(set(pids)) == 7, done.stderr
    assert all(gone(pid) for pid in pids)


def test_control_c_ends_asyncio_and_the_engine(sheet: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", FAMILY + textwrap.dedent("""
        import asyncio, limn, signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)
        async def main():
            async with limn.AsyncEngine(workers=2) as engine:
                tasks = [asyncio.create_task(engine.page(sys.argv[1], dpi=600)) for _ in range(8)]
                print(*await asyncio.to_thread(family, engine.pid), flush=True)
                await asyncio.gather(*tasks)
        try:
            while True: asyncio.run(main())
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """), str(sheet)], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        pids = [int(word) for word in program.stdout.readline().split()]
        time.sleep(0.3)
        begin = time.monotonic()
        program.send_signal(signal.SIGINT)
        assert program.stdout.read().endswith("interrupted\n") and program.wait(timeout=20) == 0
        assert time.monotonic() - begin < 10
    assert len(pids) > 1 and all(gone(pid) for pid in pids)


def test_control_c_interrupts_at_once(sheet: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent("""
        import limn, signal, sys
        # Whoever started the tests in the background has this signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        engine = limn.Engine()
        print(engine.pid, flush=True)
        try:
            while True: engine.page(sys.argv[1], dpi=600)
        except KeyboardInterrupt:
            print(engine.thumbnail(sys.argv[1], 40).height, flush=True)
        """), str(sheet)], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        pid = int(program.stdout.readline())
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        assert program.stdout.read() == "40\n" and program.wait(timeout=20) == 0
    assert gone(pid)


def test_importing_is_quick_and_brings_nothing_along(tmp_path: Path) -> None:
    done = in_python("import sys, limn; print(sorted({'numpy', 'PIL', 'asyncio'} & set(sys.modules)))")
    assert done.stdout == "[]\n", done.stderr
    # As pip leaves it: compiled. Processor time, since what else the machine does takes time, too; the quickest of some counts.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    timed = "import time; begin = time.process_time(); import limn; print(time.process_time() - begin)"
    assert min(float(in_python(timed, env=environment).stdout) for _ in range(6)) < 0.05


def test_a_request_that_is_nonsense_fails_alone() -> None:
    with subprocess.Popen([_process.program(), "engine", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin and program.stdout
        assert json.loads(program.stdout.readline())["protocol"] == 1
        for line, number in ((b"nonsense", None), (b'{"id":1}', 1), (b'{"id":1e300}', None), (b'{"id":-1,"verb":"render"}', -1),
                             (b'{"id":2,"verb":"render","inputs":[]}', 2), (b'{"id":3,"verb":"dance","inputs":[{"path":"a"}]}', 3),
                             (b'{"id":4,"verb":"render","inputs":[{"url":"http://a"}]}', 4), (b"[" * 100_000, None),
                             (b'{"id":5,"verb":"inspect","inputs":[{"path":"/missing"}]}', 5)):
            program.stdin.write(line + b"\n")
            program.stdin.flush()
            event = json.loads(program.stdout.readline())
            assert event["event"] == "failed" and event["id"] == number, (line[:80], event)
        for line in (b'{"cancel":77}', b'{"id":78,"taken":1}', b""):
            program.stdin.write(line + b"\n")
        program.stdin.close()
        assert program.stdout.read() == b"" and program.wait(timeout=20) == 0
