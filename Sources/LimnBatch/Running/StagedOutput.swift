// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// A file that a task has made and that has no place among the objects yet.
struct StagedOutput: Sendable {
    /// Where it is.
    let path: FilePath
    /// The name that it will have below the folder of results.
    let object: String
    /// The size in bytes.
    let bytes: Int

    /// Names a file by its content.
    ///
    /// - Throws: ``FileError`` if it cannot be read.
    init(_ path: FilePath) throws(FileError) {
        let file = try InputFile(regularFile: path)
        self.path = path
        object = BatchFolder.object(try ContentHash(of: file), ending: path.extension ?? "pdf")
        bytes = file.size
    }
}

/// A task that is done, or has failed for good, and is not on record yet.
struct FinishedTask: Sendable {
    var line: ResultLine
    var staged: [StagedOutput] = []
    /// The folder of the staged files.
    var folder: FilePath
}
