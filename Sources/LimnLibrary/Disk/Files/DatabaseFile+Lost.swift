// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// The check for a database that has lost its content, which is not an empty library.
extension DatabaseFile {
    /// Throws an error if the database is missing or empty although other files of a library exist.
    ///
    /// A new library has neither PDFs nor a log before its database has content. SQLite would create an empty database
    /// and delete the log.
    ///
    /// - Throws: ``LibraryError`` with `damaged`.
    func refuseLostContent() throws(LibraryError) {
        guard FileIdentity(path) != nil else { return try refuseRemains("is missing") }
        guard let file = try? InputFile(regularFile: path), file.size == 0 else { return }
        try refuseRemains("is empty")
    }

    /// Whether there is a database file that is not empty.
    var hasBytes: Bool { ((try? InputFile(regularFile: path).size) ?? 0) > 0 }

    /// Throws an error if the folder contains PDFs or a log of a library.
    ///
    /// - Parameters:
    ///   - state: the problem of the database, such as “is missing”.
    ///   - isLogLost: whether SQLite would delete the log.
    func refuseRemains(_ state: String, isLogLost: Bool = true) throws(LibraryError) {
        guard FileIdentity(folder) != nil else { return }
        let utf8Folder = try UTF8Folder(folder)
        let count = BlobFolder(borrowedBlobs ?? utf8Folder.path.appending(LibraryFiles.blobs)).blobNames().count
        let log = try? InputFile(regularFile: folder.appending(Self.name + "-wal"))
        let hasLog = isLogLost && (log?.size ?? 0) > WriteAheadLog.headerSize
        withExtendedLifetime(utf8Folder) {}
        guard count > 0 || hasLog else { return }
        var remains: [String] = []
        if count > 0 { remains.append(count == 1 ? "one PDF" : "\(count) PDFs") }
        if hasLog { remains.append("the log of recent changes") }
        let verb = count + (hasLog ? 1 : 0) == 1 ? "remains" : "remain"
        throw LibraryError(
            .damaged,
            "The library \(folder.displayName) is damaged: its database \(Self.name) \(state), but "
                + "\(remains.joined(separator: " and ")) \(verb). Nothing was changed. "
                + "Restore a backup, or salvage what is left.")
    }
}
