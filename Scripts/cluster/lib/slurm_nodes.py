# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm with several nodes on this machine, for tests. Needs root, or a user namespace of its own (Scripts/cluster/lib/alone)."""
import os
import pathlib
import secrets
import signal
import subprocess
import time

CONFIGURATION = """\
ClusterName=limn
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SlurmctldPort=16817
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=2
# A dead node is noticed in seconds here; the default is 300.
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=10
KillWait=2
InactiveLimit=0
ReturnToService=2
JobRequeue=1
{nodes}
PartitionName=all Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


class SlurmNodes:
    def __init__(self, folder, count, cores=1):
        self.folder, self.count, self.cores = pathlib.Path(folder), count, cores
        self.processes = {}

    def environment(self):
        return {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        # munged wants a folder that nobody else can write to, and others can enter.
        self.folder.chmod(0o755)
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        (self.folder / "state").mkdir()
        names = [f"n{number}" for number in range(1, self.count + 1)]
        nodes = "\n".join(
            f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={17000 + number} CPUs={self.cores} State=UNKNOWN"
            for number, name in enumerate(names, 1))
        (self.folder / "slurm.conf").write_text(
            CONFIGURATION.format(folder=self.folder, nodes=nodes, names=",".join(names)))
        self._start("munged", "--foreground", "--force", "--key-file", key, "--socket", self.folder / "munge.socket",
                    "--pid-file", self.folder / "munged.pid", "--log-file", self.folder / "munged.log", "--seed-file",
                    self.folder / "munged.seed")
        self._wait(lambda: (self.folder / "munge.socket").exists(), "munged")
        self._start("slurmctld", "-D", "-i")
        for name in names:
            self.start_node(name)
        self._wait(lambda: self.states().count("idle") == self.count, "slurmd")
        return self

    def start_node(self, name):
        self._start("slurmd", "-D", "-N", name, key=name)

    def _start(self, program, *options, key=None):
        log = open(self.folder / f"{key or program}.out", "ab")
        self.processes[key or program] = subprocess.Popen(
            [program, *map(str, options)], env=self.environment(), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            start_new_session=True)
        log.close()

    def _wait(self, ready, what):
        deadline = time.monotonic() + 60
        while not ready():
            if time.monotonic() > deadline:
                logs = "\n".join(f"{p.name}: {p.read_text(errors='replace')[-800:]}" for p in self.folder.glob("*.out"))
                raise SystemExit(f"{what} did not start:\n{logs}")
            time.sleep(0.3)

    def run(self, *command, **options):
        return subprocess.run([str(c) for c in command], env={**self.environment(), **options.pop("variables", {})},
                              capture_output=True, text=True, check=False, **options)

    def states(self):
        return [word.rstrip("*") for word in self.run("sinfo", "-N", "-h", "-o", "%t").stdout.split()]

    def kill_node(self, name):
        """The node dies with all that runs on it, as when its power fails."""
        for process in self._of(name):
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass
        self.processes.pop(name).wait(30)

    def _of(self, name):
        """The daemon, its step daemons, which leave its process tree, and what these have started."""
        found = [self.processes[name].pid]
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    environment = (entry / "environ").read_bytes().split(b"\0")
                    line = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                ours = f"SLURM_CONF={self.folder / 'slurm.conf'}".encode() in environment
                if f"SLURMD_NODENAME={name}".encode() in environment and ours:
                    found.append(int(entry.name))
                elif line.startswith(b"slurmstepd") and ours:
                    if any(f"SLURMD_NODENAME={name}".encode() in _environment(c) for c in _children(entry.name)):
                        found.append(int(entry.name))
        return found

    def __exit__(self, *_):
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _children(process):
    try:
        return pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []


def _environment(process):
    try:
        return pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
