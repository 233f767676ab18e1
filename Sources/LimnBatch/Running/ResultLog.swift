// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// The results of a shard: one line a task, appended and synced.
///
/// A process that is killed may leave a torn last line. The next one drops it, and with it lines whose outputs are
/// gone, so that each task has one line and what the line says is there.
final class ResultLog {
    private let path: FilePath
    private let descriptor: FileDescriptor
    /// The tasks that have a line.
    private(set) var done: Set<TaskID.Short> = []
    /// How many of them failed.
    private(set) var failed = 0
    /// How many lines were dropped: torn, damaged, repeated, or without their outputs.
    private(set) var dropped = 0

    /// Opens the log of a shard and repairs it.
    ///
    /// - Parameter retriesFailed: whether tasks that failed lose their lines, so that they are done again.
    /// - Throws: ``BatchError``. The log is unchanged then.
    init(_ folder: BatchFolder, shard: Shard, retriesFailed: Bool) throws(BatchError) {
        path = folder.results(shard)
        do throws(FileError) {
            let descriptor = try Self.open(path)
            let kept = try Self.read(descriptor, path, folder, retriesFailed: retriesFailed)
            (done, failed, dropped) = (kept.done, kept.failed, kept.dropped)
            if kept.isSound {
                self.descriptor = descriptor
            } else {
                // The sound lines take the place of all, at once.
                defer { try? descriptor.close() }
                let staged = try Publisher().stage(path)
                for range in kept.ranges {
                    var bytes = [UInt8](repeating: 0, count: range.count)
                    do {
                        let got = try bytes.withUnsafeMutableBytes {
                            try descriptor.read(fromAbsoluteOffset: Int64(range.lowerBound), into: $0)
                        }
                        guard got == range.count else { throw Errno.ioError }
                    } catch { throw FileError(reading: path, cause: error as? Errno ?? .ioError) }
                    try staged.write(bytes)
                }
                if let error = Publisher().publish([staged])[0] { throw error }
                self.descriptor = try Self.open(path)
            }
            try Publisher.syncParent(of: path)
        } catch { throw BatchError(error) }
    }

    deinit { try? descriptor.close() }

    private static func open(_ path: FilePath) throws(FileError) -> FileDescriptor {
        let descriptor: FileDescriptor
        do {
            descriptor = try .open(
                path, .readWrite, options: [.create, .append, .closeOnExec, .noFollow, .nonBlocking],
                permissions: FilePermissions(rawValue: 0o666))
        } catch { throw FileError(writing: path, cause: error as? Errno ?? .ioError) }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw FileError(notRegular: path)
        }
        return descriptor
    }

    private struct Kept {
        var done: Set<TaskID.Short> = []
        var failed = 0
        var dropped = 0
        /// The places of the sound lines, with their ends.
        var ranges: [Range<Int>] = []
        var isSound = true
    }

    private static func read(
        _ descriptor: FileDescriptor, _ path: FilePath, _ folder: BatchFolder, retriesFailed: Bool
    ) throws(FileError) -> Kept {
        var kept = Kept()
        do {
            _ = try descriptor.seek(offset: 0, from: .start)
            var reader = LineReader(descriptor, named: path)
            while let line = try reader.next() {
                guard line.isWhole, let bytes = line.bytes, let known = KnownResult(bytes), let id = known.id,
                    !(retriesFailed && !known.status.isSuccess), known.missingObject(in: folder) == nil,
                    kept.done.insert(id.short).inserted
                else {
                    kept.isSound = false
                    kept.dropped += 1
                    continue
                }
                if !known.status.isSuccess { kept.failed += 1 }
                let range = line.offset..<(line.offset + line.count + 1)
                if let last = kept.ranges.last, last.upperBound == range.lowerBound, last.count < 1 << 20 {
                    kept.ranges[kept.ranges.count - 1] = last.lowerBound..<range.upperBound
                } else {
                    kept.ranges.append(range)
                }
            }
        } catch { throw FileError(reading: path, cause: .ioError) }
        return kept
    }

    /// Appends lines, each with its end, and syncs them.
    ///
    /// - Throws: ``FileError``. Then the log ends where it did before, unless the disk fails at that, too; the next run
    ///   repairs it.
    func append(_ lines: [UInt8]) throws(FileError) {
        var status = stat()
        let isKnown = fstat(descriptor.rawValue, &status) == 0
        do {
            _ = try descriptor.writeAll(lines)
            guard fdatasync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            if isKnown { _ = ftruncate(descriptor.rawValue, status.st_size) }
            throw FileError(writing: path, cause: error as? Errno ?? .ioError)
        }
    }
}
