// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The folder with a library's authority and certificate. Only its owner may access it.
enum CertificateStorage {
    /// The largest size of a file, in bytes.
    private static let sizeLimit = 1 << 20

    /// Returns the folder for a library. It is created if it does not exist.
    ///
    /// - Throws: ``ServerError`` if the folder cannot be created.
    static func folder(of library: FilePath) throws(ServerError) -> FilePath {
        let folder = library.appending("server/tls")
        do {
            try FileManager.default.createDirectory(
                atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw ServerError("The folder for certificates cannot be created in the library.") }
        return folder
    }

    /// Returns the content of a file; nil if the file does not exist.
    ///
    /// - Throws: ``ServerError`` if the file cannot be read or is larger than 1 MiB.
    static func read(_ path: FilePath) throws(ServerError) -> [UInt8]? {
        do { return try InputFile(regularFile: path).bytes(limit: sizeLimit) } catch {
            if error.code == .notFound { return nil }
            throw ServerError(error.description)
        }
    }

    /// Writes a file that only the owner may read.
    static func write(_ text: String, to path: FilePath) throws {
        try Publisher(isPrivate: true).publish(Array(text.utf8), to: path)
    }
}
