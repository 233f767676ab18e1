# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program and prints the largest resident set, in KiB, of it and the processes that it waited for."""
import resource
import subprocess
import sys

subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
