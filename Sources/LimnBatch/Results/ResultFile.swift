// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// Reads a shard's results, also while a run appends to them.
enum ResultFile {
    /// Where a line is.
    struct Place: Sendable {
        var offset: Int
        var count: Int
    }

    /// Calls a function for each whole line that is a result. A file that does not exist has none.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read.
    static func forEach(_ path: FilePath, _ body: (KnownResult, Place) -> Void) throws(BatchError) {
        let descriptor: FileDescriptor
        do { descriptor = try .open(path, .readOnly, options: [.closeOnExec, .noFollow]) } catch {
            let cause = error as? Errno ?? .ioError
            if cause == .noSuchFileOrDirectory { return }
            throw BatchError(FileError(reading: path, cause: cause))
        }
        defer { try? descriptor.close() }
        var reader = LineReader(descriptor, named: path)
        while let line = try reader.next() {
            guard line.isWhole, let bytes = line.bytes, let result = KnownResult(bytes) else { continue }
            body(result, Place(offset: line.offset, count: line.count))
        }
    }
}
