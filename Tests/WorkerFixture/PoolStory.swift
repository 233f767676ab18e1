// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnWorker

/// A parent that owns a pool, alone in its process, so that descriptors and children can be counted.
enum PoolStory {
    /// Does what is asked and prints one line of `name value` pairs.
    static func tell(_ name: String) throws {
        switch name {
        case "requests": try requests(10_000)
        case "exhausted": try exhausted()
        default: print("unknown")
        }
    }

    private static func makePool(workers: Int, requests: Int = 2000) -> WorkerPool {
        let limits = WorkerLimits(memory: 256, timeout: 60, requests: requests)
        return WorkerPool(.init(executable: CommandLine.arguments[0], limits: limits, workers: workers))
    }

    private static func answer(_ request: String, _ pool: WorkerPool) -> WorkerError.Code? {
        do throws(WorkerError) {
            let lease = try pool.lease(for: CallerID())
            _ = try lease.ask(Array(request.utf8))
            return nil
        } catch { return error.code }
    }

    /// Many requests, of which each 50th kills its worker, in two workers that serve 100 requests each.
    private static func requests(_ count: Int) throws {
        let start = Counts()
        let pool = makePool(workers: 2, requests: 100)
        var before = Counts()
        var (answered, crashed, other) = (0, 0, 0)
        orderedMap(
            0..<count, width: 4, { number in answer(number % 50 == 49 ? "exit 1" : "echo x", pool) },
            deliver: { code in
                switch code {
                case nil: answered += 1
                case .crashed?: crashed += 1
                default: other += 1
                }
                if answered + crashed + other == count / 10 { before = Counts() }
            })
        pool.shutdown()
        var after = Counts()
        // The last workers are killed and may not be reaped yet.
        for _ in 0..<12_000 where after.children > 0 {
            usleep(10_000)
            after = Counts()
        }
        print(
            "answered \(answered) crashed \(crashed) other \(other)",
            "descriptors \(start.descriptors) \(after.descriptors) children \(after.children)",
            "memory \(before.memory) \(after.memory)")
    }

    /// A pool whose process has no descriptors left, or few, and then has them again.
    private static func exhausted() throws {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let pool = makePool(workers: 1)
        var codes: [String] = []
        for free in 0...6 {
            var held: [Int32] = []
            while true {
                let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard file >= 0 else { break }
                held.append(file)
            }
            for file in held.suffix(free) { close(file) }
            let poor = answer("exit 1", pool)
            for file in held.dropLast(free) { close(file) }
            let rich = answer("echo x", pool)
            let told = poor == .unavailable ? "unavailable" : poor == .crashed ? "started" : "other"
            codes.append("\(told)-\(rich == nil ? "answered" : "failed")")
            // The next round needs a new worker.
            _ = answer("exit 1", pool)
        }
        print(codes.joined(separator: " "))
    }
}

/// What this process holds, as the kernel counts it.
private struct Counts {
    let descriptors: Int
    let children: Int
    /// Resident, in KiB.
    let memory: Int

    init() {
        descriptors = Self.names("/proc/self/fd").count
        let own = "\(getpid())"
        children = Self.names("/proc").count { name in
            guard Int(name) != nil, let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let bracket = text.lastIndex(of: ")")
            else { return false }
            return text[bracket...].split(separator: " ").dropFirst(2).first.map { $0 == own } ?? false
        }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        memory = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
