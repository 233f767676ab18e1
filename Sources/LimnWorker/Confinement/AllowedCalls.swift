// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

extension SystemCallGroup {
    /// The system calls that a worker may make. All others fail.
    ///
    /// The lists come from traces of workers with the samples and the corpus of real PDFs, plus the equivalent calls of
    /// other C library versions and processors.
    public static let allowed = [memory, descriptors, installedFiles, channel, threads, time, end, facts]

    private static let memory = SystemCallGroup(
        name: "memory", reason: "Documents and pictures need memory; none of it can become code.",
        calls: [
            "brk", "munmap", "mremap", AllowedCall("mmap", .argument(2, lacks: PROT_EXEC)),
            AllowedCall("mprotect", .argument(2, lacks: PROT_EXEC)),
            AllowedCall("madvise", .argument(2, is: MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE)),
        ])

    private static let descriptors = SystemCallGroup(
        name: "descriptors", reason: "Documents come and results go through descriptors that the parent opened.",
        calls: [
            "read", "pread64", "write", "writev", "sendfile", "lseek", "close", "dup", "fstat", "fadvise64",
            AllowedCall("fcntl", .argument(1, is: F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC)),
        ])

    private static let installedFiles = SystemCallGroup(
        name: "installed files",
        reason:
            "Fonts, character maps and color profiles are read where Landlock permits; no file is made or changed.",
        calls: [
            AllowedCall("openat", .argument(2, besides: readingFlags, is: O_RDONLY)),
            .answered("newfstatat"), "fstatfs", .answered("access"), .answered("faccessat"), .answered("readlink"),
            .answered("readlinkat"), "getdents64",
        ])

    private static let channel = SystemCallGroup(
        name: "channel", reason: "Requests and answers travel over the one socket that leads to the parent.",
        calls: [
            AllowedCall("sendmsg", .argument(0, is: WorkerProcess.channelDescriptor)),
            AllowedCall("recvmsg", .argument(0, is: WorkerProcess.channelDescriptor)),
        ])

    private static let threads = SystemCallGroup(
        name: "threads", reason: "A page may be drawn by several threads; new processes cannot be made.",
        calls: [
            AllowedCall("clone", .argument(0, is: threadFlags), canBeTried: false),
            AllowedCall("exit", canBeTried: false),
            AllowedCall("futex", .argument(1, besides: futexFlags, is: 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 13)),
            AllowedCall("prctl", .argument(0, is: setThreadName, getThreadName)),
            AllowedCall("sched_getaffinity", .argument(0, is: 0)),
            // glibc ends a process that creates a thread without rseq.
            "rseq", "set_robust_list", "sched_yield", "gettid",
        ])

    private static let time = SystemCallGroup(
        name: "time", reason: "Code measures time, waits, and keeps to the processor time that a request may use.",
        calls: [
            "clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep",
            AllowedCall("restart_syscall", canBeTried: false), "getrusage",
            AllowedCall("prlimit64", .argument(0, is: 0)),
        ])

    private static let end = SystemCallGroup(
        name: "end", reason: "A worker ends by itself or by its own signal, which the parent reports as a crash.",
        calls: [
            "rt_sigaction", "rt_sigprocmask", "sigaltstack", AllowedCall("rt_sigreturn", canBeTried: false),
            AllowedCall("tgkill", .ownProcess(0)), AllowedCall("exit_group", canBeTried: false),
        ])

    private static let facts = SystemCallGroup(
        name: "facts",
        reason:
            "Libraries ask for random numbers, the size of the memory, and the numbers of the process and its user.",
        calls: ["getrandom", "sysinfo", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid"])

    /// Calls that fail as if the kernel did not support them, so that the C library uses older calls, which are
    /// allowed. For example, the flags of clone3 are in memory, where no filter can check them.
    static let absent = ["clone3", "statx", "faccessat2", "openat2", "close_range", "copy_file_range"]

    /// The flags with which the C library creates a thread (`createthread` in glibc's pthread_create.c): `CLONE_VM`,
    /// `FS`, `FILES`, `SIGHAND`, `THREAD`, `SYSVSEM`, `SETTLS`, `PARENT_SETTID` and `CHILD_CLEARTID`.
    private static let threadFlags: Int32 = 0x3d_0f00
    /// `PR_SET_NAME` and `PR_GET_NAME`.
    private static let (setThreadName, getThreadName): (Int32, Int32) = (15, 16)
    /// The flags with which files and folders may be opened for reading. Not among them is `O_PATH`, with which Landlock lets
    /// any file be opened, and its size and times be read.
    private static let readingFlags = UInt32(O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_DIRECTORY)
    /// `FUTEX_PRIVATE_FLAG` and `FUTEX_CLOCK_REALTIME`. The allowed operations are those of mutexes and condition
    /// variables, except requeueing to priority-inheriting mutexes (11, 12).
    private static let futexFlags: UInt32 = 128 | 256
}

extension ArgumentCondition {
    /// The argument must be the id of this process.
    fileprivate static func ownProcess(_ argument: UInt32) -> ArgumentCondition { .argument(argument, is: getpid()) }
}
