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
        let text = try folder.write(script.utf8, "\(name).txt")
        let path = folder.path(name)
        // Another program writes it: while this one has it open, a child that is being made would hold it busy.
        let finished = try run("install", "-m", "700", text, path)
        guard finished.status == 0 else { throw CocoaError(.fileWriteUnknown) }
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
