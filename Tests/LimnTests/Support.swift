// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import TestSupport

/// Programs and documents of these tests.
enum Support {
    static let sheet = FilePath(Project.samples.appendingPathComponent("character-sheet.pdf").path)
    static let map = FilePath(Project.samples.appendingPathComponent("map-landscape.pdf").path)

    /// The path of a program that was built with the tests: beside the test bundle, wherever the build folder is.
    static func program(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundles = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let paths = bundles.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name).path
        }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            fatalError("There is no \(name) in \(paths); build it first.")
        }
        return path
    }

    /// Runs EngineFixture, and splits each line that it prints into words.
    static func fixture(_ arguments: String...) throws -> (status: Int32, lines: [[String]]) {
        let finished = try run(program("EngineFixture"), arguments.map { Array($0.utf8) })
        return (
            finished.status, finished.text.split(separator: "\n").map { $0.split(separator: " ").map { String($0) } }
        )
    }

    /// A number of the environment, or the usual one.
    static func count(_ variable: String, else usual: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
    }
}
