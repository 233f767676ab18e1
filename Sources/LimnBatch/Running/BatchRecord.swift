// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles

/// The record `batch.json` of a folder of results. It names the batch; runs with a different list, a different number
/// of shards or a different version are refused.
struct BatchRecord: Codable, Equatable, Sendable {
    var format = 1
    /// The version of Limn.
    var limn: String
    /// The number of tasks, without repeated ones.
    var count: Int
    /// The number of shards.
    var shards: Int
    /// The number of tasks of each shard.
    var shardTasks: [Int]
    /// The estimated time of each shard, in milliseconds.
    var shardMilliseconds: [Int]
    /// The file name of the copy of the list.
    var tasks: String
    /// The SHA-256 of the list.
    var tasksSHA256: String

    /// The maximum size of a record, in bytes.
    private static let limit = 16 << 20

    init(_ list: TaskList, _ cut: ShardCut, in folder: BatchFolder) {
        limn = LimnVersion.text
        count = list.count
        shards = cut.shards
        shardTasks = cut.counts
        shardMilliseconds = cut.weights
        tasks = folder.tasks(list.hash).lastComponent?.string ?? ""
        tasksSHA256 = "\(list.hash)"
    }

    /// Reads the record of a folder; nil if there is none.
    ///
    /// - Throws: ``BatchError`` if it cannot be read, is damaged, or has a later format.
    static func read(_ folder: BatchFolder) throws(BatchError) -> BatchRecord? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(regularFile: folder.record, followsLinks: true).bytes(limit: limit)
        } catch {
            if error.code == .notFound { return nil }
            throw BatchError(error)
        }
        guard let record = try? JSONLine.decode(BatchRecord.self, bytes), record.format == 1,
            record.shards >= 1, record.shards <= ShardCut.limit, record.shardTasks.count == record.shards,
            (0...Int(Int32.max)).contains(record.count),
            record.shardTasks.allSatisfy({ (0...record.count).contains($0) }),
            record.shardMilliseconds.count == record.shards, record.shardMilliseconds.allSatisfy({ $0 >= 0 }),
            let hash = ContentHash(record.tasksSHA256), record.tasks == folder.tasks(hash).lastComponent?.string
        else {
            throw BatchError(.refused, "\(folder.record.displayName) is damaged, or a later version of Limn wrote it.")
        }
        return record
    }

    /// Assigns a folder to this batch, or checks that it belongs to it already.
    ///
    /// - Throws: ``BatchError`` with `refused` if it belongs to another batch.
    func claim(_ folder: BatchFolder, list: TaskList) throws(BatchError) {
        if let found = try Self.read(folder) { return try check(found, folder) }
        do throws(FileError) {
            try Publisher.makeFolder(folder.path)
            try copy(list, to: folder.tasks(list.hash))
            let line = (try? JSONLine.encode(self)) ?? []
            // If several runs begin at the same time, the first one decides.
            try Publisher(keepsExisting: true).publish(line, to: folder.record)
        } catch {
            guard error.code == .exists else { throw BatchError(error) }
            guard let found = try Self.read(folder) else { throw BatchError(error) }
            try check(found, folder)
        }
    }

    /// Copies the list. Its name has the hash of its content, so a file of that name is the same list, which another run
    /// may have copied at the same time.
    private func copy(_ list: TaskList, to path: FilePath) throws(FileError) {
        do throws(FileError) {
            let publisher = Publisher(keepsExisting: true)
            let copy = try publisher.stage(path)
            try list.file.copy(to: copy.descriptor)
            if let error = publisher.publish([copy])[0] { throw error }
        } catch {
            guard error.code == .exists else { throw error }
        }
    }

    private func check(_ found: BatchRecord, _ folder: BatchFolder) throws(BatchError) {
        let name = folder.path.displayName
        if found.tasksSHA256 != tasksSHA256 {
            throw BatchError(.refused, "\(name) contains the results of another list of tasks; choose another folder.")
        }
        if found.limn != limn {
            throw BatchError(
                .refused,
                "\(name) contains results of Limn \(found.limn), but this is Limn \(limn). Choose another "
                    + "folder, or use that version."
            )
        }
        if found.shards != shards {
            throw BatchError(
                .refused,
                "\(name) was started with \(found.shards) shards, but this run has \(shards); use the same number.")
        }
        guard found == self else {
            throw BatchError(
                .refused, "\(name) was started with the same list, split in another way; choose another folder.")
        }
    }
}
