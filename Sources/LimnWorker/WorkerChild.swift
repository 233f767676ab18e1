// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The parent's side of a worker: it starts the worker, sends it requests, and ends it.
///
/// The kernel kills the worker when the thread that started it ends.
final class WorkerChild: @unchecked Sendable {
    // Unchecked: only one thread uses it at a time. `PooledWorker` ensures this with a lock, and a `WorkerLane` belongs
    // to one thread. Other threads use only `process`, which is thread-safe.
    private let channel: Channel
    private let stderrLines: StderrCapture
    private let memoryFlag: MemoryFlag
    /// The limits with which the worker was started.
    let limits: WorkerLimits
    /// The process, which any thread may kill.
    let process: ChildProcess
    private var isBuried = false
    private(set) var requests = 0

    /// Starts a worker. It confines itself before it reads the first request.
    ///
    /// - Throws: ``WorkerError`` with `unavailable`.
    init(executable: String, limits: WorkerLimits) throws(WorkerError) {
        guard let (ours, theirs) = Channel.pair(), let stderrLines = StderrCapture(),
            let memoryFlag = MemoryFlag()
        else {
            throw WorkerError(.unavailable, "A worker cannot be started: \(String(cString: strerror(errno))).")
        }
        channel = ours
        self.stderrLines = stderrLines
        self.memoryFlag = memoryFlag
        self.limits = limits
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, stderrLines.descriptor, 2)
        posix_spawn_file_actions_adddup2(&actions, theirs.descriptor, WorkerProcess.channelDescriptor)
        posix_spawn_file_actions_adddup2(&actions, memoryFlag.descriptor, WorkerProcess.memoryFlagDescriptor)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that the parent blocks or ignores must not be blocked or ignored in the worker.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        // The parent handles interrupts from the terminal. If it ignores these signals, the worker must also ignore
        // them from its start.
        for number in [SIGINT, SIGTERM] { sigdelset(&all, number) }
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let arguments = [
            executable, WorkerProcess.verb, "\(limits.memory)", "\(limits.timeout)", "\(limits.fileSize)",
            "\(getpid())", limits.mayBeUnconfined ? WorkerProcess.unconfined : "confined",
            limits.library ?? "",
        ]
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = Self.environment().map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process = pid_t()
        let status = posix_spawn(&process, executable, &actions, &attributes, &argv, &envp)
        guard status == 0 else {
            throw WorkerError(
                .unavailable, "The worker \(executable) cannot be started: \(String(cString: strerror(status))).")
        }
        #if SANITIZED
            // Sanitizers need several times as much memory.
            self.process = ChildProcess(adopting: process)
        #else
            self.process = ChildProcess(adopting: process, in: ControlGroups.shared.admit(process, limits))
        #endif
    }

    /// The worker's environment: a few variables of the parent. They locate files of libraries, or configure
    /// sanitizers.
    private static func environment() -> [String] {
        let kept = ["LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"]
        let all = ProcessInfo.processInfo.environment
        // Poppler reads memory that it has not written for some fonts that are missing (GfxCIDFont::getCodeToGIDMap).
        // MALLOC_PERTURB_=255 fills new memory with zeros, so that pages do not depend on those drawn before.
        // The allocator keeps freed memory, because the next page needs it again and returning it to the kernel would
        // cost more.
        let fixed = [
            "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=268435456",
            "MALLOC_MMAP_THRESHOLD_=67108864", "MALLOC_TOP_PAD_=4194304", "MALLOC_PERTURB_=255",
        ]
        return kept.compactMap { name in all[name].map { "\(name)=\($0)" } } + fixed
    }

    deinit { if !isBuried { end() } }

    /// Sends the worker a request and waits for the response.
    ///
    /// - Parameter timeout: The maximum time in seconds; by default the worker's own limit. Time in which the worker was ready
    ///   to run and other programs had the processors does not count, up to ``longestQueue`` times as much.
    /// - Throws: ``WorkerError``. The worker has then been ended.
    func ask(
        _ request: [UInt8], descriptors: [Int32], timeout: Double? = nil
    ) throws(WorkerError) -> WorkerAnswer {
        let timeout = timeout ?? limits.timeout
        requests += 1
        let number = UInt64(requests)
        memoryFlag.clear()
        // Sending does not wait: an idle worker is always ready to read.
        guard channel.send(request, number: number, descriptors: descriptors, waits: false) else {
            throw death(timeout)
        }
        let queued = process.queuedTime
        guard wait(seconds: timeout, since: queued) else {
            end()
            throw WorkerError(
                .timedOut, "It took longer than \(Self.text(timeout)) s.", stderrLines: stderrLines.lines())
        }
        guard let (answered, answer, stray) = channel.receive() else { throw death(timeout) }
        for descriptor in stray { close(descriptor) }
        guard answered == number else {
            end()
            throw WorkerError(
                .misbehaved, "The worker answered another request.", stderrLines: stderrLines.lines())
        }
        guard !answer.isEmpty else {
            end()
            throw WorkerError(
                .misbehaved, "The worker's answer is empty or too large.", stderrLines: stderrLines.lines())
        }
        if memoryFlag.isUnconfined { Sandbox.noteMissing() }
        return WorkerAnswer(
            bytes: answer, stderrLines: stderrLines.lines(), ranOutOfMemory: memoryFlag.isSet,
            queuedTime: max(0, process.queuedTime - queued))
    }

    /// How many times the time limit a worker may wait for a processor in addition. A machine so busy is of no use.
    private static let longestQueue = 9.0

    /// Waits for an answer; false if the time runs out first. A busy machine must not turn good pages into failures, so the
    /// time in which the worker waited for a processor is added to its time.
    private func wait(seconds: Double, since queuedBefore: Double) -> Bool {
        var (left, added) = (seconds, 0.0)
        while !channel.wait(seconds: left) {
            left = min(process.queuedTime - queuedBefore, seconds * Self.longestQueue) - added
            // What is less is not worth another look.
            guard left > seconds / 100 else { return false }
            added += left
        }
        return true
    }

    /// Kills the worker and waits until it has ended.
    func end() {
        process.terminate()
        process.waitForEnd()
    }

    /// Kills the worker and leaves it to ``WorkerStarter`` to reap it.
    func bury() {
        isBuried = true
        process.terminate()
        WorkerStarter.shared.bury(process)
    }

    /// Whether the worker uses more than half of its memory limit.
    var isLarge: Bool { process.residentMemory > limits.memory << 20 / 2 }

    /// Returns the error that explains why a worker closed its channel.
    private func death(_ timeout: Double) -> WorkerError {
        // A worker that closed its channel is about to end. If it does not, it is killed.
        var ending = process.reap()
        for _ in 0..<200 where ending == nil {
            usleep(5000)
            ending = process.reap()
        }
        let lines = stderrLines.lines()
        guard let ending else {
            end()
            return WorkerError(.misbehaved, "The worker stopped answering and was ended.", stderrLines: lines)
        }
        guard case .status(let status) = ending else {
            return WorkerError(.crashed, "The worker ended.", stderrLines: lines)
        }
        let signal = status & 0x7f
        // A worker reports a missing sandbox before it reads anything. Later, the worker's own exit code is not
        // trusted.
        if signal == 0, requests == 1, let missing = Sandbox.missing(exitCode: (status >> 8) & 0xff) {
            return WorkerError(
                .unconfined,
                "This machine has no sandbox to read it in (\(missing.joined(separator: " and ")) is missing), so it "
                    + "was not opened.", stderrLines: lines)
        }
        if memoryFlag.isSet {
            return WorkerError(.outOfMemory, "It needs more than \(limits.memory) MiB of memory.", stderrLines: lines)
        }
        if signal == SIGXCPU {
            return WorkerError(.timedOut, "It took longer than \(Self.text(timeout)) s.", stderrLines: lines)
        }
        // These signals come from outside: crashes raise others, and the parent's own kills are handled elsewhere.
        if let name = Self.fromOutside[signal] {
            return WorkerError(
                .killed,
                "Something outside Limn ended the work on it (\(name)); if memory ran out, close other programs, and "
                    + "try again.", stderrLines: lines)
        }
        let how = signal == 0 ? "ended with code \((status >> 8) & 0xff)" : "was ended by signal \(signal)"
        return WorkerError(.crashed, "The worker \(how).", stderrLines: lines)
    }

    /// Signals that come from other processes.
    private static let fromOutside: [Int32: String] = [
        SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT",
        SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2",
    ]

    /// Returns a time for messages, rounded to a tenth of a second.
    private static func text(_ seconds: Double) -> String {
        let tenths = (seconds * 10).rounded() / 10
        return tenths == tenths.rounded() && tenths >= 1 && tenths < 1e9
            ? "\(Int(exactly: tenths) ?? 0)" : "\(max(tenths, 0.1))"
    }
}
