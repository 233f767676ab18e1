// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The folder in which a library keeps its authority and its certificate. Only its owner may look into it.
enum CertificateStorage {
    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    /// The folder of a library; made where there is none.
    ///
    /// - Throws: ``ServerError``.
    static func folder(of library: FilePath) throws(ServerError) -> FilePath {
        let folder = library.appending("server/tls")
        do {
            try FileManager.default.createDirectory(
                atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw ServerError("The folder for certificates cannot be made in the library.") }
        return folder
    }

    /// The bytes of a file; nil where there is none.
    ///
    /// - Throws: ``ServerError`` where it cannot be read.
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
