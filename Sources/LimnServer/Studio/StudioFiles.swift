// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The files of the studio, read when the server starts.
///
/// The files are kept in memory. Modules import one another by fixed names, and the server must never mix modules of
/// different versions.
struct StudioFiles: Sendable {
    /// A file that is served to browsers.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
        let tag: EntityTag

        init(type: String, bytes: [UInt8], hash: ContentHash) {
            (self.type, self.bytes, tag) = (type, bytes, EntityTag(shared: hash.description))
        }
    }

    /// The environment variable with the path of the studio's folder.
    static let variable = "LIMN_STUDIO"
    /// The single HTML page of the studio.
    static let index = "index.html"
    /// The list of all files, as a JSON object: the SHA-256 of each by its path. That of the page is at `/`. Browsers check
    /// their copies against it.
    private static let list = "studio.json"
    /// The largest size of all files together, in bytes.
    private static let limit = 32 << 20
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    /// The files by their paths relative to the folder, such as `ink/outline.js`, and the list of them. Empty if there is no
    /// studio.
    let files: [String: File]

    /// Reads the files of a folder, except for tests and files of types that browsers do not need.
    ///
    /// - Throws: `FileError` for a file that cannot be read, or if all files together exceed 32 MiB.
    init(in folder: FilePath) throws {
        var (files, hashes): ([String: File], [String: String]) = ([:], [:])
        var rest = Self.limit
        let names = FileManager.default.enumerator(atPath: folder.string)
        while let name = names?.nextObject() as? String {
            let isPrivate = name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "tests" }
            guard !isPrivate, let type = Self.types[FilePath(name).extension ?? ""] else { continue }
            let bytes = try InputFile(regularFile: folder.appending(name)).bytes(limit: rest)
            rest -= bytes.count
            let hash = ContentHash(bytes)
            hashes[name == Self.index ? "/" : "/\(name)"] = hash.description
            files[name] = File(type: type, bytes: bytes, hash: hash)
        }
        guard files[Self.index] != nil else {
            self.files = [:]
            return
        }
        let list = try Answer.encode(hashes)
        files[Self.list] = File(type: "application/json", bytes: list, hash: ContentHash(list))
        self.files = files
    }

    /// Reads the files of the studio's folder: the folder in the environment variable ``variable``, the folder that is
    /// installed with this program, or the folder in the project from which the program was built.
    ///
    /// - Throws: ``ServerError``.
    static func installed() throws(ServerError) -> StudioFiles {
        let folder = InstalledFolder(name: "studio", inProject: "Studio", variable: variable, holding: index).path
        do { return try StudioFiles(in: folder) } catch {
            throw ServerError("The studio's files cannot be read: \(error)")
        }
    }
}
