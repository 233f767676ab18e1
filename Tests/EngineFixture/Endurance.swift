// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn

/// A parent with honest workers: over many requests, and without descriptors.
struct Endurance {
    let worker: String
    let samples: String

    private func engine(workers: Int) -> Engine {
        var configuration = Engine.Configuration()
        (configuration.workers, configuration.workerProgram) = (workers, worker)
        configuration.limits.timeout = 120
        return Engine(configuration)
    }

    private func thumbnail(_ engine: Engine) async -> LimnError.Code? {
        do throws(LimnError) {
            _ = try await engine.thumbnail(.path(FilePath("\(samples)/map-landscape.pdf")), size: 16)
            return nil
        } catch { return error.code }
    }

    /// Many requests, ten at a time, of which each fiftieth is cancelled. Prints how many were answered, and the memory in
    /// KiB and the descriptors after a tenth of them and after all.
    func run(_ count: Int) async {
        let engine = engine(workers: 2)
        var (answered, cancelled, other) = (0, 0, 0)
        var early = (memory: 0, descriptors: 0)
        for batch in stride(from: 0, to: count, by: 10) {
            let codes = await withTaskGroup(of: LimnError.Code?.self, returning: [LimnError.Code?].self) { group in
                for number in batch..<min(batch + 10, count) {
                    group.addTask {
                        let task = Task { await thumbnail(engine) }
                        if number % 50 == 49 { task.cancel() }
                        return await task.value
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for code in codes {
                switch code {
                case nil: answered += 1
                case .cancelled?: cancelled += 1
                default: other += 1
                }
            }
            if batch <= count / 10 { early = (Usage.memory, Usage.descriptors) }
        }
        tell(
            "answered \(answered) cancelled \(cancelled) other \(other)",
            "memory \(early.memory) \(Usage.memory) descriptors \(early.descriptors) \(Usage.descriptors)")
    }

    /// The exit code when libdispatch ended this process.
    private static let endedByDispatch: Int32 = 75

    /// The addresses at which libdispatch is loaded.
    private nonisolated(unsafe) static var dispatch: [Range<UInt>] = []

    /// Exits with its own code when libdispatch traps.
    ///
    /// Once a second, libdispatch reads the state of its threads from /proc. If it has no descriptor for that, it ends the
    /// process (`_dispatch_workq_monitor_pools`). A program cannot prevent this.
    private static func noteTrapsOfDispatch() {
        let lines = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8))?.split(separator: "\n") ?? []
        dispatch = lines.filter { $0.contains("libdispatch") }.compactMap { line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? ends[0]..<ends[1] : nil
        }
        var action = sigaction()
        action.sa_flags = SA_SIGINFO
        action.__sigaction_handler.sa_sigaction = { _, information, _ in
            let place = information?.pointee._sifields._sigfault.si_addr
            let isDispatch = Endurance.dispatch.contains { $0.contains(UInt(bitPattern: place)) }
            _exit(isDispatch ? Endurance.endedByDispatch : 128 + SIGILL)
        }
        sigaction(SIGILL, &action, nil)
    }

    /// Requests while few descriptors are left, each followed by one with all of them. Prints a word for each pair.
    func runWithoutDescriptors() async {
        Self.noteTrapsOfDispatch()
        var limit = rlimit(rlim_cur: 96, rlim_max: 96)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let engine = engine(workers: 2)
        var words: [String] = []
        for free in 0...12 {
            var held: [Int32] = []
            while case let file = open("/dev/null", O_RDONLY | O_CLOEXEC), file >= 0 { held.append(file) }
            for file in held.suffix(free) { close(file) }
            let poor = await thumbnail(engine)
            for file in held.dropLast(free) { close(file) }
            let rich = await thumbnail(engine)
            words.append("\(poor == nil ? "answered" : "failed")-\(rich == nil ? "answered" : "failed")")
        }
        tell(words.joined(separator: " "))
    }
}
