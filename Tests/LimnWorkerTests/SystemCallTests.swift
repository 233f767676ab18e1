// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@testable import LimnWorker

/// What the filter of system calls lets through and what not, tried from inside a worker.
@Suite(.disabled(if: isSanitized, "Sanitized workers lack these layers."))
struct SystemCallTests {
    /// A fixture whose worker is known to have the filter.
    private func filtered(memory: Int = 256) throws -> Fixture {
        let fixture = Fixture(memory: memory)
        let confinement = try JSONDecoder().decode(Confinement.self, from: Data(try fixture.ask("confinement").utf8))
        guard confinement.layers.contains(where: { $0.name == "seccomp" && $0.isActive }) else {
            throw Requirement.kernel("seccomp")
        }
        return fixture
    }

    @Test func `Of all numbers only the calls on the list reach the kernel`() throws {
        let answer = try filtered().ask("probe")
        let probe = try #require(try JSONDecoder().decode(Probe.self, from: Data(answer.utf8)).systemCalls)
        let listed = SystemCallGroup.allowed.flatMap(\.calls).filter { SystemCallFilter.number(of: $0.name) != nil }
        #expect(probe.unlisted == [])
        #expect(probe.unavailable == [])
        #expect(Set(probe.allowed) == Set(listed.filter(\.canBeTried).map(\.name)))
        let ends: Set = ["clone", "exit", "exit_group", "rt_sigreturn", "restart_syscall"]
        #if arch(x86_64)
            #expect(Set(probe.untried) == ends.union(["uretprobe", "uprobe"]))
            #expect(probe.tried == 1018)
        #else
            #expect(Set(probe.untried) == ends)
            #expect(probe.tried == 1020)
        #endif
    }

    @Test func `Outside of workers the table is not tried`() {
        #expect(Probe.run(isConfined: false).systemCalls == nil)
    }

    @Test func `Each group has a name, a reason of one sentence, and calls that exist and stand in one group`() {
        let groups = SystemCallGroup.allowed
        #expect(Set(groups.map(\.name)).count == groups.count)
        for group in groups {
            #expect(group.reason.hasSuffix(".") && !group.reason.dropLast().contains(". "), "\(group.name)")
            #expect(!group.calls.isEmpty)
        }
        let names = groups.flatMap(\.calls).map(\.name) + SystemCallGroup.absent
        #expect(Set(names).count == names.count)
        #expect(names.filter { !SystemCallFilter.isKnown($0) } == [])
    }

    @Test(arguments: [
        // fchmodat2 and setxattrat, which libseccomp may not know yet.
        "452 -100 -1 0 0", "463 -100 -1 0 -1 -1 0",
        "inotify_init1 0", "inotify_add_watch -1 -1 -1",
        "sched_setaffinity parent 8 -1", "sched_setaffinity 0 8 -1", "sched_setscheduler parent 0 -1",
        "sched_getaffinity parent 8 -1", "setpriority 0 parent 19", "ioprio_set 1 parent 0",
        "shmget 0 1048576 950", "memfd_create -1 0",
        // PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_PTRACER.
        "prctl 1 0", "prctl 4 1", "prctl 22 2 -1", "prctl 1499557217 -1",
        // Processes: fork as the C library makes it, a thread in a new namespace, and the way around.
        "clone 18874385 0", "clone 1027608320 0", "fork", "vfork", "unshare 0", "setsid", "execve -1 -1 -1",
        "tgkill parent parent 0", "kill parent 0", "tkill parent 0", "pidfd_open parent 0", "prlimit64 parent 0 0 -1",
        // Executable memory, mapped or made so.
        "mmap 0 4096 7 34 -1 0", "mmap 0 4096 4 34 -1 0", "mprotect 0 4096 5", "pkey_mprotect 0 4096 5 -1",
        "personality 4194304",
        // Files that are made or changed: O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE.
        "openat -100 -1 1", "openat -100 -1 2", "openat -100 -1 64 384", "openat -100 -1 512",
        "openat -100 -1 4259840 384", "open -1 1",
        // Files that are only named: O_PATH, O_PATH | O_NOFOLLOW, O_NOFOLLOW, O_NOATIME.
        "openat -100 -1 2097152", "openat -100 -1 2228224", "openat -100 -1 131072", "openat -100 -1 262144",
        "name_to_handle_at -100 -1 -1 -1 0", "open_by_handle_at -100 -1 0", "statfs -1 -1", "getxattr -1 -1 -1 0",
        "ftruncate -1 0", "fchmod -1 0", "fsync -1", "fallocate -1 0 0 1",
        // Sockets other than the channel, and what fcntl and ioctl do to other processes.
        "socket 1 1 0", "connect -1 -1 0", "sendmsg 0 -1 0", "recvmsg 4 -1 0", "fcntl 0 8 own", "fcntl 0 10 9",
        "ioctl 0 21505 -1", "ioctl 0 21522 -1",
        "ptrace 16 parent", "io_uring_setup 1 -1", "bpf 0 -1 0", "userfaultfd 0", "perf_event_open -1 0 -1 -1 0",
        "landlock_restrict_self -1 0", "seccomp 1 0 -1", "capset -1 -1", "setuid 0", "chdir -1", "umask 0",
        "getcwd -1 8", "uname -1", "1000",
    ])
    func `What no worker needs is refused`(_ call: String) throws {
        let answer = try filtered().ask("call \(call)")
        #expect(answer == "-\(EPERM)" || answer == "no such call")
    }

    @Test(arguments: ["clone3 -1 88", "openat2 -100 -1 -1 24", "faccessat2 -100 -1 0 512", "statx -100 -1 0 0 -1"])
    func `Calls that the C library can do without seem to be missing`(_ call: String) throws {
        #expect(try filtered().ask("call \(call)") == "-\(ENOSYS)")
    }

    #if arch(x86_64)
        @Test func `A call by the numbers of the x32 interface ends the worker`() throws {
            // getpid, which is permitted by its own number.
            let fixture = try filtered()
            #expect(try fixture.ask("call 39") == fixture.ask("pid"))
            #expect(fixture.failure("call \(0x4000_0000 + 39)")?.description == "The worker was ended by signal 31.")
            #expect(try fixture.ask("echo again") == "again")
        }
    #endif

    @Test func `Threads can be made`() throws {
        #expect(try filtered(memory: 512).ask("threads 8") == "8")
    }

    @Test func `A worker holds no capability and few descriptors`() throws {
        let fixture = Fixture()
        let worker = try fixture.ask("pid")
        let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8).split(separator: "\n")
        var kinds = ["CapInh", "CapPrm", "CapEff", "CapAmb"]
        // Only who may change capabilities may give up the possibility to get them back.
        if geteuid() == 0 { kinds.append("CapBnd") }
        for kind in kinds { #expect(status.contains("\(kind):\t0000000000000000"), "\(kind)") }
        let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8).split(separator: "\n")
        let files = try #require(limits.first { $0.hasPrefix("Max open files") }).split(separator: " ")
        #expect(files.dropFirst(3).prefix(2) == ["64", "64"])
    }
}
