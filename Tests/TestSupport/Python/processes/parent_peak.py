# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program and prints the largest resident set of the program alone, in KiB, its exit code, and what it complained."""
import subprocess
import sys
import time
from pathlib import Path

process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
peak = 0
while process.poll() is None:
    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]))
    except (FileNotFoundError, ProcessLookupError):
        pass
    time.sleep(0.005)
print(peak)
print(process.returncode)
print(process.stderr.read().decode(errors="replace").strip())
