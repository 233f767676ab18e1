// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization

/// Programs on a machine whose kernel lacks a layer of confinement, made by a filter of system calls around them.
public enum Without {
    private static let built = Mutex<(folder: TemporaryFolder, path: String)?>(nil)

    /// A program that runs another one without `landlock`, without `seccomp`, or without `both`; its own arguments follow.
    ///
    /// - Parameter folder: where the program is put; it goes with the folder.
    public static func program(_ layer: String, around program: String, in folder: TemporaryFolder) throws -> String {
        let name = "without-\(layer)"
        let script = "#!/bin/sh\nexec \(try path()) \(layer) \(program) \"$@\"\n"
        let path = try folder.write(script.utf8, name)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    /// The program `without` of Tests/Without; it is compiled once.
    private static func path() throws -> String {
        let compiler = try Requirement.tool("cc")
        return try built.withLock { built in
            if let built { return built.path }
            let folder = try TemporaryFolder()
            let source = Project.folder.appendingPathComponent("Tests/Without/without.c").path
            let path = folder.path("without")
            let finished = try run(compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, source)
            guard finished.status == 0 else { throw CocoaError(.executableLoad) }
            built = (folder, path)
            return path
        }
    }
}
