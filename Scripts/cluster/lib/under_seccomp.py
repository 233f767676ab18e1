# SPDX-License-Identifier: GPL-3.0-or-later
"""under_seccomp.py PROFILE.json COMMAND…: runs a command as a container engine would run it under a seccomp profile: another
user than root, no capabilities, no new privileges. Needs libseccomp."""
import ctypes
import errno
import json
import os
import sys

USER = 65532
PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP = 38, 24
ALLOW = 0x7FFF0000
COMPARE_MASKED_EQUAL = 7


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def action(name, number):
    return ALLOW if name == "SCMP_ACT_ALLOW" else 0x00050000 | number


def load(profile):
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(action(profile["defaultAction"], profile["defaultErrnoRet"])))
    for rule in profile["syscalls"]:
        comparisons = (Comparison * len(rule.get("args", [])))(*(
            Comparison(a["index"], COMPARE_MASKED_EQUAL, a["value"], a["valueTwo"]) for a in rule.get("args", [])))
        for name in rule["names"]:
            number = seccomp.seccomp_syscall_resolve_name(name.encode())
            # -1: no such call at all. Other negative numbers: not on this kind of processor.
            if number == -1:
                sys.exit(f"{name} is no system call.")
            result = seccomp.seccomp_rule_add_array(
                context, action(rule["action"], rule.get("errnoRet", 1)), number, len(comparisons), comparisons)
            if result not in (0, -errno.EDOM):
                sys.exit(f"{name}: libseccomp says {result}")
    if seccomp.seccomp_load(context) != 0:
        sys.exit("the filter could not be loaded.")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        profile = json.load(file)
    libc = ctypes.CDLL(None)
    if os.geteuid() == 0:
        for capability in range(64):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
        os.setgroups([])
        os.setgid(USER)
        os.setuid(USER)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    load(profile)
    os.execvp(sys.argv[2], sys.argv[2:])


main()
