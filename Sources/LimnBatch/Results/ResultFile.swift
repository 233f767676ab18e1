// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// Reads the results of a shard, even while a run appends to them.
enum ResultFile {
    /// The position of a line.
    struct Place: Sendable {
        var offset: Int
        var count: Int
    }

    /// Opens a shard's results; nil if there are none yet.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read, or is not a regular file.
    static func open(_ path: FilePath) throws(BatchError) -> InputFile? {
        do throws(FileError) { return try InputFile(regularFile: path) } catch {
            guard error.code == .notFound else { throw BatchError(error) }
            return nil
        }
    }

    /// Calls a function for each complete line that is a result, up to the size that the file had when it was opened.
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
