// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// The results of a shard: one line for each task, appended and synced.
///
/// A killed process may leave an incomplete last line. The next process drops it, together with lines whose outputs are
/// missing. Then each task has at most one line, and the outputs of each line exist.
final class ResultLog {
    private let path: FilePath
    private let descriptor: FileDescriptor
    /// The tasks with a line.
    private(set) var done: Set<TaskID.Short> = []
    /// The number of these that failed.
    private(set) var failed = 0
    /// The number of dropped lines: incomplete, damaged, repeated, or without their outputs.
    private(set) var dropped = 0

    /// Opens the log of a shard and repairs it.
    ///
    /// - Parameter retriesFailed: whether the lines of failed tasks are dropped, so that these are performed again.
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
                // A new file with the valid lines replaces the old one atomically.
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
        /// The byte ranges of the valid lines, including their ends.
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

    /// Appends lines, including their ends, and syncs them.
    ///
    /// - Throws: ``FileError``. The log is then truncated to its previous size. If that fails, too, the next run
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
