// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization
import TestSupport

/// The library of `Tests/FaultShim`, which intercepts calls of the C library.
enum Shim {
    private static let built = Mutex<(folder: TemporaryFolder, path: String)?>(nil)

    /// Its path. It is compiled once.
    static func path() throws -> String {
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

/// The effort of the fault tests: with `LIMN_LIBRARY_FAULTS` they try everything, otherwise a sample.
enum Thoroughness {
    static let isFull = ProcessInfo.processInfo.environment["LIMN_LIBRARY_FAULTS"] != nil

    /// A sample of a range in order: one number from each of `count` equal parts.
    static func sample(_ range: ClosedRange<Int>, _ count: Int, seed: UInt64) -> [Int] {
        guard !isFull, count < range.count else { return Array(range) }
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { part in
            let ends = (range.count * part / count, range.count * (part + 1) / count - 1)
            return range.lowerBound + Int.random(in: ends.0...max(ends.0, ends.1), using: &generator)
        }
    }
}
