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

    /// Opens a shard's results; nil if there are none yet.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read, or is no regular file.
    static func open(_ path: FilePath) throws(BatchError) -> InputFile? {
        do throws(FileError) { return try InputFile(regularFile: path) } catch {
            guard error.code == .notFound else { throw BatchError(error) }
            return nil
        }
    }

    /// Calls a function for each whole line that is a result, up to the end that the file had when it was opened.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read.
    static func forEach(_ file: InputFile, _ body: (KnownResult, Place) -> Void) throws(BatchError) {
        var reader = LineReader(file)
        while let line = try reader.next() {
            guard line.isWhole, let bytes = line.bytes, let result = KnownResult(bytes) else { continue }
            body(result, Place(offset: line.offset, count: line.count))
        }
    }
}
