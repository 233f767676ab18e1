// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
public import SystemPackage

/// The progress of a batch, shard by shard.
public struct BatchStatus: Sendable, Encodable {
    /// The progress of a shard.
    public struct Part: Sendable, Encodable {
        /// The shard as `I/N`.
        public var shard: String
        /// The number of its tasks.
        public var total: Int
        /// The number of tasks with a result.
        public var done = 0
        /// The number of these that failed.
        public var failed = 0
        /// The number of tasks without a result.
        public var missing: Int { max(0, total - done) }
        /// Whether a run is working on it.
        public var running = false

        /// Writes all keys.
        public func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers([
                "shard": shard, "total": total, "done": done, "failed": failed, "missing": missing, "running": running,
            ])
        }
    }

    /// Longer times of a task are counted as this one, in seconds.
    private static let longest = 1e9

    /// The shards, in order.
    public private(set) var parts: [Part] = []
    /// The sum of the times of all tasks, in seconds.
    public private(set) var seconds = 0.0

    /// The number of tasks.
    public var count: Int { parts.map(\.total).reduce(0, +) }
    /// The number of tasks with a result.
    public var done: Int { parts.map(\.done).reduce(0, +) }
    /// The number of these that failed.
    public var failed: Int { parts.map(\.failed).reduce(0, +) }
    /// The number of tasks without a result.
    public var missing: Int { parts.map(\.missing).reduce(0, +) }
    /// The number of tasks that one worker completes per second; nil before the first result.
    public var rate: Double? { seconds > 0 ? Double(done) / seconds : nil }

    /// Reads a folder of results. Runs may be writing to it; lines that are not complete yet are not counted.
    ///
    /// - Parameter path: the folder that `limn batch run` was given.
    /// - Throws: ``BatchError`` if it is not a folder of results, or cannot be read.
    public init(_ path: FilePath) throws(BatchError) {
        let folder = BatchFolder(path: path)
        let record = try BatchRecord.found(folder)
        for number in 1...record.shards {
            guard let shard = Shard("\(number)/\(record.shards)") else { continue }
            var part = Part(shard: "\(shard)", total: record.shardTasks[number - 1])
            var seen: Set<TaskID.Short> = []
            var time = 0.0
            if let file = try ResultFile.open(folder.results(shard)) {
                try ResultFile.forEach(file) { result, _ in
                    guard let id = result.id, seen.insert(id.short).inserted else { return }
                    part.done += 1
                    if !result.status.isSuccess { part.failed += 1 }
                    time += min(max(0, result.seconds ?? 0), Self.longest)
                }
            }
            seconds += time
            part.running = ShardLock.isHeld(folder.lock(shard))
            parts.append(part)
        }
    }

    /// Writes all keys.
    public func encode(to encoder: any Encoder) throws {
        var messages: [String] = []
        if missing > 0 { messages.append("Tasks without a result: \(missing).") }
        if failed > 0 { messages.append("Failed tasks: \(failed).") }
        try encoder.encodeMembers([
            "status": messages.isEmpty ? ResultStatus.ok : .warnings, "messages": messages,
            "count": count, "done": done, "failed": failed, "missing": missing,
            "seconds": (seconds * 1000).rounded() / 1000, "rate": rate.map { ($0 * 1000).rounded() / 1000 },
            "shards": parts,
        ])
    }
}

extension BatchRecord {
    /// Returns the record of a folder that must have one.
    static func found(_ folder: BatchFolder) throws(BatchError) -> BatchRecord {
        guard let record = try read(folder) else {
            throw BatchError(.unreadable, "\(folder.path.displayName) contains no batch results.")
        }
        return record
    }
}
