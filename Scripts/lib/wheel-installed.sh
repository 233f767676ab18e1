#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs inside a fresh system as root: installs /tmp/wheel/limn-*.whl in a virtual environment, as somebody who has Python alone.
source /tmp/tried.sh

step "What the system has"
python3 --version
! command -v fc-list >/dev/null || echo "It has fontconfig."
make_ada
as_ada 'cp /tmp/wheel/*.{pdf,xopp} . && python3 -m venv fresh'

step "From pip install to the first picture"
cat >/home/ada/first.py <<'END'
import limn

with limn.Engine() as engine:
    picture = engine.thumbnail("character-sheet.pdf")
    picture.save("first.png")
    print(f"limn {engine.version} drew {picture.width} × {picture.height} pixels.")
END
begin=$EPOCHREALTIME
as_ada 'fresh/bin/pip install --quiet --disable-pip-version-check --no-index /tmp/wheel/limn-*.whl && fresh/bin/python first.py'
seconds=$(python3 -c "print(round($EPOCHREALTIME - $begin, 1))")
echo "$seconds s (wanted: at most 60)"
python3 -c "raise SystemExit($seconds > 60)" || fail "the first picture took $seconds s."
echo "installed: $(du --apparent-size -sk /home/ada/fresh/lib/python3*/site-packages/limn | cut -f1) KiB"

step "Import"
cat >/home/ada/import.py <<'END'
import statistics
import subprocess
import sys

once = "import time; begin = time.perf_counter(); import limn; print(time.perf_counter() - begin)"
times = [1000 * float(subprocess.check_output([sys.executable, "-c", once])) for _ in range(20)]
print(f"import limn: {statistics.median(times):.0f} ms, at most {max(times):.0f} ms (wanted: 50)")
raise SystemExit(statistics.median(times) > 50)
END
as_ada 'fresh/bin/python import.py'

step "limn doctor"
as_ada 'PATH=$PWD/fresh/bin:$PATH limn doctor'

step "Japanese in an old encoding"
cat >/home/ada/japanese.py <<'END'
import limn

content = b"BT /F 20 Tf 9 9 Td <82a082a2> Tj ET"
objects = [
    b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 40]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
    b"<</Type/Font/Subtype/Type0/BaseFont/Gothic/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>>",
    b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Gothic/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>"]
pdf = b"%PDF-1.4\n" + b"".join(b"%d 0 obj%s endobj\n" % one for one in enumerate(objects, 1)) + b"trailer<</Root 1 0 R>>"
text = limn.Engine().text(pdf)[0].text
print(text)
raise SystemExit(text.strip() != "あい")
END
as_ada 'fresh/bin/python japanese.py'

step "The notebook of the manual"
as_ada 'fresh/bin/pip install --quiet --disable-pip-version-check --no-index --find-links /tmp/wheel numpy pillow &&
    fresh/bin/python /tmp/wheel/notebook.py /tmp/wheel/python.ipynb'

step "What is left behind"
as_ada 'ls /dev/shm/limn-* 2>/dev/null' && fail "files were left in shared memory."
for folder in /proc/[0-9]*; do
    [[ $(tr '\0' ' ' <"$folder/cmdline" 2>/dev/null) != */limn* ]] || fail "a process was left: $(tr '\0' ' ' <"$folder/cmdline")"
done
echo "No process and no file."
