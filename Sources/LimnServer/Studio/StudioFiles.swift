// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The files of the studio, as they are when the server starts.
///
/// They are kept in memory: modules import one another by fixed names, so that a server never sends an old module beside
/// a new one.
struct StudioFiles: Sendable {
    /// A file that browsers get.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
        let tag: EntityTag
    }

    /// The environment variable with the folder.
    static let variable = "LIMN_STUDIO"
    /// The page that shows every place of the studio.
    static let index = "index.html"
    /// The largest size of all files together, in bytes.
    private static let limit = 32 << 20
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    /// The files by their paths below the folder, such as `ink/outline.js`. Empty where there is no studio.
    let files: [String: File]

    /// Reads the files of a folder. Tests, and files that browsers do not ask for, are left out.
    ///
    /// - Throws: `FileError` for a file that cannot be read.
    init(in folder: FilePath) throws {
        var files: [String: File] = [:]
        var rest = Self.limit
        let names = FileManager.default.enumerator(atPath: folder.string)
        while let name = names?.nextObject() as? String {
            let isPrivate = name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "tests" }
            guard !isPrivate, let type = Self.types[FilePath(name).extension ?? ""] else { continue }
            let bytes = try InputFile(regularFile: folder.appending(name)).bytes(limit: rest)
            rest -= bytes.count
            files[name] = File(type: type, bytes: bytes, tag: EntityTag("\(ContentHash(bytes))"))
        }
        self.files = files[Self.index] == nil ? [:] : files
    }

    /// Reads the files of the folder that the environment names, that is installed with this program, or from which it
    /// was built.
    ///
    /// - Throws: ``ServerError``.
    static func installed() throws(ServerError) -> StudioFiles {
        do { return try StudioFiles(in: folder()) } catch {
            throw ServerError("The studio's files cannot be read: \(error)")
        }
    }

    private static func folder() -> FilePath {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return FilePath(named) }
        let program = FilePath(InstalledProgram.path("limn-server", variable: "LIMN_SERVER"))
        var places = ["../share/limn/studio", "studio"].map { program.removingLastComponent().pushing(FilePath($0)) }
        // A program that was just built lies in a build folder of the project.
        var parent = program.removingLastComponent()
        while let name = parent.lastComponent?.string {
            parent.removeLastComponent()
            if name.hasPrefix(".build") { places.append(parent.appending("Studio")) }
        }
        let found = places.first { FileManager.default.fileExists(atPath: $0.appending(index).string) }
        return found ?? places[0]
    }
}
