// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
public import SystemPackage

/// Merges the results of all shards into one file with exactly one line for each task, in the order of the list.
public struct BatchMerge: Sendable {
    /// The folder of results.
    public var folder: FilePath
    /// The new file.
    public var output: FilePath
    /// A folder for links with readable names; nil for none.
    public var links: FilePath?
    /// Whether the links are symbolic. Hard links need the same file system.
    public var linksAreSymbolic = false
    /// Whether objects are read and their hashes compared with their names.
    public var verifies = false

    /// Creates a merge.
    public init(_ folder: FilePath, output: FilePath) { (self.folder, self.output) = (folder, output) }

    /// The result of a merge.
    public struct Summary: Sendable {
        /// The number of tasks.
        public var count = 0
        /// The number of lines written.
        public var done = 0
        /// The number of these lines that report a failure.
        public var failed = 0
        /// The number of tasks without a result.
        public var missing = 0
        /// The number of results with a missing or changed file. They are not counted in ``missing``.
        public var damaged = 0
        /// The number of links that were created or existed already.
        public var links = 0
        /// The number of names that another file has already.
        public var unlinked = 0
    }

    /// Runs the merge.
    ///
    /// Tasks without a result have no line. The output is published as a whole; if the call throws, an older file is
    /// unchanged.
    ///
    /// - Parameter complain: is called with a sentence for each of the first ten missing or damaged files.
    /// - Returns: the numbers of lines, failures, missing and damaged results, and links.
    /// - Throws: ``BatchError`` if the folder is not a folder of results, or if a file cannot be read or written.
    public func run(complain: (String) -> Void) throws(BatchError) -> Summary {
        let place = BatchFolder(path: folder)
        let record = try BatchRecord.found(place)
        let list = try TaskList(place.path.appending(record.tasks))
        guard "\(list.hash)" == record.tasksSHA256 else {
            throw BatchError(.refused, "The copy of the list in \(folder.displayName) has changed.")
        }
        try checkOutput(place, record)
        var files: [InputFile?] = []
        var places: [TaskID.Short: (shard: Int32, length: UInt32, offset: Int)] = [:]
        for number in 1...record.shards {
            guard let shard = Shard("\(number)/\(record.shards)") else { continue }
            let file = try ResultFile.open(place.results(shard))
            files.append(file)
            guard let file else { continue }
            try ResultFile.forEach(file) { result, line in
                guard let id = result.id, places[id.short] == nil else { return }
                places[id.short] = (Int32(clamping: number - 1), UInt32(clamping: line.count), line.offset)
            }
        }
        var summary = Summary(count: list.count)
        var linker = try links.map { links throws(BatchError) in
            try ResultLinks(links, folder: place, isSymbolic: linksAreSymbolic)
        }
        var repetitions = Dictionary(grouping: linker == nil ? [] : list.repetitions, by: \.id)
        do throws(FileError) {
            let staged = try Publisher().stage(output)
            var buffer: [UInt8] = []
            for entry in list.entries {
                guard let found = places[entry.id], let file = files[Int(found.shard)] else {
                    summary.missing += 1
                    continue
                }
                let line = try file.bytes(in: found.offset..<(found.offset + Int(found.length)))
                guard let result = KnownResult(line) else {
                    summary.missing += 1
                    continue
                }
                if let object = damage(result, in: place) {
                    summary.damaged += 1
                    if summary.damaged <= 10 { complain("\(object) is missing or damaged; run the batch again.") }
                    continue
                }
                buffer += line + [10]
                summary.done += 1
                if !result.status.isSuccess { summary.failed += 1 }
                try linker?.link(result, &summary)
                if let repeated = repetitions.removeValue(forKey: entry.id), let own = list.outputName(of: entry) {
                    for other in repeated.compactMap({ list.outputName(of: $0) }) {
                        try linker?.link(result, as: (own, other), &summary)
                    }
                }
                if buffer.count > 1 << 20 {
                    try staged.write(buffer)
                    buffer = []
                }
            }
            try staged.write(buffer)
            if let error = Publisher().publish([staged])[0] { throw error }
        } catch { throw BatchError(error) }
        return summary
    }

    /// Throws an error if the output would replace a file of the batch itself.
    private func checkOutput(_ place: BatchFolder, _ record: BatchRecord) throws(BatchError) {
        guard let identity = FileIdentity(output) else { return }
        let results = (1...record.shards).compactMap { Shard("\($0)/\(record.shards)") }.map { place.results($0) }
        let own = [place.record, place.path.appending(record.tasks)] + results
        guard own.allSatisfy({ FileIdentity($0) != identity }) else {
            throw BatchError(.refused, "\(output.displayName) belongs to the batch; choose another name.")
        }
    }

    /// Returns the first object that is missing or whose content does not match its name; nil if there is none.
    private func damage(_ result: KnownResult, in place: BatchFolder) -> String? {
        if let missing = result.missingObject(in: place) { return missing }
        guard verifies else { return nil }
        return result.outputs.first { output in
            guard let file = try? InputFile(regularFile: place.path.appending(output.object)),
                let hash = try? ContentHash(of: file)
            else { return true }
            return !output.object.contains("\(hash)")
        }?.object
    }
}
