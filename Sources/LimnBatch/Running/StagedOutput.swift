// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// A file that a task has created and that is not an object yet.
struct StagedOutput: Sendable {
    /// The temporary path.
    let path: FilePath
    /// The path of the future object, relative to the folder of results.
    let object: String
    /// The size in bytes.
    let bytes: Int

    /// Hashes a file, which determines its object.
    ///
    /// - Throws: ``FileError`` if it cannot be read.
    init(_ path: FilePath) throws(FileError) {
        let file = try InputFile(regularFile: path)
        self.path = path
        object = BatchFolder.object(try ContentHash(of: file), ending: path.extension ?? "pdf")
        bytes = file.size
    }
}

/// A task that is done or has permanently failed, and is not recorded yet.
struct FinishedTask: Sendable {
    var line: ResultLine
    var staged: [StagedOutput] = []
    /// The folder of the staged files.
    var folder: FilePath
}
