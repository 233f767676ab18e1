// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import Synchronization
import SystemPackage
import TestSupport

/// A run of the story in a process of its own, and its outcome.
struct ToldStory {
    let folder: TemporaryFolder
    let finished: Finished
    /// The number of acknowledged steps.
    var done = 0
    /// The failures: code and description of each error.
    var errors: [(code: String, description: String)] = []

    /// Runs the story with the shim and its settings, named without the prefix `LIMN_SHIM_`.
    init(_ settings: [String: String]) throws {
        folder = try Self.makeFolder()
        var environment = ["LD_PRELOAD": try Shim.path(), "SWIFT_BACKTRACE": "enable=no"]
        environment["LIMN_SHIM_FOLDER"] = folder.url.resolvingSymlinksInPath().appendingPathComponent("world").path
        environment["LIMN_SHIM_NOTES"] = folder.path("notes")
        for (name, value) in settings { environment["LIMN_SHIM_\(name)"] = value }
        if settings["LOG"] != nil { environment["LIMN_SHIM_LOG"] = folder.path("log") }
        let arguments = ["story", folder.path("world"), folder.path("sheet.pdf")]
        finished = try run(Artist.path, arguments.map { Array($0.utf8) }, environment: environment)
        read()
    }

    /// Runs the story on a small file system, then copies the result to a larger one.
    init(onFileSystemOf kilobytes: Int) throws {
        let unshare = try Requirement.mounting()
        folder = try Self.makeFolder()
        try FileManager.default.createDirectory(atPath: folder.path("small"), withIntermediateDirectories: true)
        let script = """
            cd "$1" && mount -t tmpfs -o size=\(kilobytes)k none small || exit 1
            "$2" story "$PWD/small" "$PWD/sheet.pdf"; status=$?
            cp -a small/. world/; exit $status
            """
        let words = unshare.split(separator: " ").dropFirst().map(String.init)
        let arguments = words + ["bash", "-c", script, "bash", folder.url.path, Artist.path]
        finished = try run(
            String(unshare.prefix { $0 != " " }), arguments.map { Array($0.utf8) },
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        read()
    }

    private static func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("world"), withIntermediateDirectories: true)
        try folder.write(sheet, "sheet.pdf")
        return folder
    }

    private mutating func read() {
        for line in finished.text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            if words[0] == "done" { done += 1 } else if words.count == 3 { errors.append((words[1], words[2])) }
        }
    }

    /// The folder with everything in it.
    var world: FilePath { FilePath(folder.path("world")) }

    /// What the shim let fail, and the totals.
    var notes: String { (try? String(contentsOfFile: folder.path("notes"), encoding: .utf8)) ?? "" }

    /// The numbers of operations and of allocated bytes.
    var totals: (operations: Int, bytes: Int) {
        let numbers = (notes.split(separator: "\n").last ?? "").split(separator: " ").compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    /// The PDF to import.
    static let sheet = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }

    /// Whether a sentence is readable: it contains no raw messages of SQLite, Foundation or Swift.
    static func isClear(_ description: String) -> Bool {
        let words = ["sqlite error", "domain=", "errno", "code=", "locked", "disk i/o", "rawvalue", "nscocoa"]
        return description.hasSuffix(".") && !words.contains { description.lowercased().contains($0) }
    }
}
