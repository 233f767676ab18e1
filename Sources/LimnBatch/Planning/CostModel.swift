// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// Estimates the time of tasks, from the results of earlier runs if there are any.
///
/// A document that the same verb has processed before takes the same time again. Others take the mean time of documents
/// of about their size. It is the mean and not the median, because a few documents take most of the time.
struct CostModel: Sendable {
    private struct Sum: Sendable {
        var milliseconds = 0.0
        var count = 0.0
    }
    private struct Bucket: Hashable, Sendable {
        var verb: BatchVerb
        /// The binary logarithm of the size, rounded down.
        var size: Int
    }
    private var sums: [Bucket: Sum] = [:]
    private var known: [TaskID.Short: Float] = [:]

    /// The minimum number of documents for a mean.
    private static let fewest = 3.0

    /// Reads the times in folders of results.
    ///
    /// - Throws: ``BatchError`` if a folder cannot be read.
    init(learning folders: [FilePath] = []) throws(BatchError) {
        for path in folders { try learn(BatchFolder(path: path)) }
    }

    private mutating func learn(_ folder: BatchFolder) throws(BatchError) {
        guard let record = try BatchRecord.read(folder) else {
            throw BatchError(.unreadable, "\(folder.path.displayName) contains no batch results.")
        }
        var seconds: [TaskID.Short: Float] = [:]
        for number in 1...record.shards {
            guard let shard = Shard("\(number)/\(record.shards)") else { continue }
            guard let file = try ResultFile.open(folder.results(shard)) else { continue }
            try ResultFile.forEach(file) { result, _ in
                guard let id = result.id, let time = result.seconds, time >= 0 else { return }
                seconds[id.short] = Float(min(time, 1e9))
            }
        }
        let list = try TaskList(folder.path.appending(record.tasks))
        for index in list.entries.indices {
            guard let time = seconds[list.entries[index].id], let task = try? list.line(index).task.get() else {
                continue
            }
            let milliseconds = Double(time) * 1000
            if let key = Self.key(task) { known[key] = Float(milliseconds) }
            let bucket = Bucket(verb: task.verb, size: Self.size(task.inputs.compactMap(\.bytes).first ?? 0))
            sums[bucket, default: Sum()].milliseconds += milliseconds
            sums[bucket, default: Sum()].count += 1
        }
    }

    private static func size(_ bytes: Int) -> Int { bytes < 1 ? 0 : Int.bitWidth - bytes.leadingZeroBitCount - 1 }

    /// Returns a key for a document and a verb, independent of the options. The parts of a split document differ by
    /// their pages.
    private static func key(_ task: BatchTask) -> TaskID.Short? {
        guard let hash = task.inputs.first?.sha256 else { return nil }
        var pages = ""
        if case .text(let text) = task.options.values["pages"] { pages = text }
        return TaskID(ContentHash(Array("\(task.verb.rawValue) \(hash) \(pages)".utf8))).short
    }

    /// Returns the estimate for a task.
    func estimate(_ task: BatchTask, bytes: Int, pages: Int?) -> TaskCost {
        TaskCost(
            bytes: bytes, pages: pages, milliseconds: max(1, Int(clamping: milliseconds(task, bytes, pages).rounded())))
    }

    private func milliseconds(_ task: BatchTask, _ bytes: Int, _ pages: Int?) -> Double {
        if let key = Self.key(task), let known = known[key] { return Double(known) }
        let size = Self.size(bytes)
        // Use the nearest known sizes, up to eight times larger or smaller.
        for distance in 0...3 {
            var sum = Sum()
            for near in Set([size - distance, size + distance]) {
                if let found = sums[Bucket(verb: task.verb, size: near)] {
                    sum.milliseconds += found.milliseconds
                    sum.count += found.count
                }
            }
            if sum.count >= Self.fewest { return sum.milliseconds / sum.count }
        }
        let megabytes = Double(bytes) / 1e6
        return switch task.verb {
        // Up to some 400 kB, a larger document has a fuller page. Beyond, it has more pages, and only one is drawn.
        case .thumbnail: 4 + 100 * min(megabytes, 0.4) + 4 * megabytes
        // A page of a book has about 60 kB and takes about 40 ms at 150 dpi.
        case .render: 10 + 40 * Double(Self.drawn(task, of: pages ?? max(1, bytes / 60_000)))
        case .flatten: 60 + 20 * megabytes
        case .formFill: 80 + 20 * megabytes
        // The lines and words of every page are read.
        case .formDetect: 80 + 20 * Double(Self.drawn(task, of: pages ?? max(1, bytes / 60_000)))
        case .inspect: 4 + 10 * megabytes
        }
    }

    /// Returns how many pages a task draws. The number of the document's pages may be a guess, so pages beyond it count
    /// as if they were there.
    private static func drawn(_ task: BatchTask, of count: Int) -> Int {
        guard case .text(let text) = task.options.values["pages"], let selection = PageSelection(text) else {
            return count
        }
        return (try? selection.numbers(of: count))?.count ?? count
    }
}
