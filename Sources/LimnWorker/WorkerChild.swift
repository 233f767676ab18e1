// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The parent's side of one worker: starts it, asks it, ends it. Used by one thread at a time.
final class WorkerChild {
    private let channel: Channel
    private let complaints: Complaints
    private let limits: WorkerLimits
    private var process: pid_t
    private(set) var requests = 0

    /// Starts a worker; it confines itself before it reads the first request.
    ///
    /// - Throws: ``WorkerError`` with `unavailable`.
    init(executable: String, limits: WorkerLimits) throws(WorkerError) {
        guard let (ours, theirs) = Channel.pair(), let complaints = Complaints() else {
            throw WorkerError(.unavailable, "A worker cannot be started: \(String(cString: strerror(errno))).")
        }
        channel = ours
        self.complaints = complaints
        self.limits = limits
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, complaints.descriptor, 2)
        posix_spawn_file_actions_adddup2(&actions, theirs.descriptor, WorkerProcess.channelDescriptor)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that the parent blocks or ignores must not be blocked or ignored in the worker.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        // An interrupt at the terminal is for the parent; it reaches workers before they can say so.
        for number in [SIGINT, SIGTERM] { sigdelset(&all, number) }
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let arguments = [
            executable, WorkerProcess.verb, "\(limits.memory)", "\(limits.timeout)", "\(limits.fileSize)",
            "\(getpid())",
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
        self.process = process
    }

    /// Little of the parent's environment: nothing that could steer a library, but for where its files are.
    private static func environment() -> [String] {
        let kept = ["LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"]
        let all = ProcessInfo.processInfo.environment
        // Memory that a worker once had it needs again for the next page; giving it back to the kernel costs more.
        let fixed = [
            "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=268435456",
            "MALLOC_MMAP_THRESHOLD_=67108864", "MALLOC_TOP_PAD_=4194304",
        ]
        return kept.compactMap { name in all[name].map { "\(name)=\($0)" } } + fixed
    }

    deinit { end() }

    /// Asks the worker and waits for the answer.
    ///
    /// - Throws: ``WorkerError``; the worker is gone then.
    func ask(
        _ request: [UInt8], descriptors: [Int32]
    ) throws(WorkerError) -> (answer: [UInt8], complaints: [String]) {
        requests += 1
        let number = UInt64(requests)
        // A worker that does not read is no reason to wait: it has nothing else to do.
        guard channel.send(request, number: number, descriptors: descriptors, waits: false) else { throw death() }
        guard channel.wait(seconds: limits.timeout) else {
            end()
            throw WorkerError(
                .timedOut, "It took longer than \(Self.text(limits.timeout)) s.", complaints: complaints.lines())
        }
        guard let (answered, answer, stray) = channel.receive() else { throw death() }
        for descriptor in stray { close(descriptor) }
        guard answered == number else {
            end()
            throw WorkerError(
                .misbehaved, "The worker gave an answer to another question.", complaints: complaints.lines())
        }
        guard !answer.isEmpty else {
            end()
            throw WorkerError(
                .misbehaved, "The worker's answer is empty or too large.", complaints: complaints.lines())
        }
        return (answer, complaints.lines())
    }

    /// The memory that the worker holds, in bytes; 0 when unknown.
    var residentMemory: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Kills the worker and waits until it is gone.
    func end() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) == -1 && errno == EINTR {}
        process = 0
    }

    /// Why a worker that closed its end is gone.
    private func death() -> WorkerError {
        // It closed its end, so it is ending; should it only pretend, it does not get away with it.
        guard process > 0 else { return WorkerError(.crashed, "The worker was gone already.") }
        var waited = 0
        var status: Int32 = 0
        while waited < 200 {
            let found = waitpid(process, &status, WNOHANG)
            if found == process { break }
            // Somebody else reaped it, as where SIGCHLD is ignored; the number may belong to another process by now.
            if found == -1, errno == ECHILD {
                process = 0
                return WorkerError(.crashed, "The worker ended.", complaints: complaints.lines())
            }
            usleep(5000)
            waited += 1
        }
        let lines = complaints.lines()
        if waited == 200 {
            end()
            return WorkerError(.misbehaved, "The worker stopped talking and was ended.", complaints: lines)
        }
        process = 0
        let signal = status & 0x7f
        let words = lines.joined(separator: "\n").lowercased()
        if words.contains("out of memory") || words.contains("bad_alloc") || words.contains("cannot allocate") {
            return WorkerError(.outOfMemory, "It needs more than \(limits.memory) MiB of memory.", complaints: lines)
        }
        if signal == SIGXCPU || signal == SIGKILL {
            return WorkerError(.timedOut, "It took longer than \(Self.text(limits.timeout)) s.", complaints: lines)
        }
        let how = signal == 0 ? "ended with code \((status >> 8) & 0xff)" : "was ended by signal \(signal)"
        return WorkerError(.crashed, "The worker \(how).", complaints: lines)
    }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
    }
}
