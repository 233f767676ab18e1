// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// The library of `Tests/FaultShim`, which intercepts calls of the C library.
public enum Shim {
    private static let built = Mutex<(folder: TemporaryFolder, path: String)?>(nil)

    /// Its path. It is compiled once.
    public static func path() throws -> String {
        let compiler = try Requirement.tool("cc")
        return try built.withLock { built in
            if let built { return built.path }
            let folder = try TemporaryFolder()
            let sources = Project.folder.appendingPathComponent("Tests/FaultShim")
            let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
                .filter { $0.hasSuffix(".c") }.sorted().map { sources.appendingPathComponent($0).path }
            let path = folder.path("shim.so")
            let options = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path]
            let finished = try run(compiler, (options + files).map { Array($0.utf8) })
            guard finished.status == 0 else { throw Broken(text: finished.stderr) }
            built = (folder, path)
            return path
        }
    }

    struct Broken: Error { let text: String }
}
