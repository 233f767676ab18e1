// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnLibrary
import Testing
import TestSupport

/// Another process that works on a library.
final class Artist {
    private let process = Process()
    private let output: URL
    private let errors: URL

    init(
        _ mode: String, _ folder: TemporaryFolder, _ character: CharacterID, number: Int, tasks: Int, seconds: Double
    ) throws {
        output = folder.url.appendingPathComponent("out-\(number)")
        errors = folder.url.appendingPathComponent("err-\(number)")
        for file in [output, errors] { try Data().write(to: file) }
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = [
            mode, folder.path("library"), character.description, "\(number)", "\(tasks)", "\(seconds)",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    /// Waits until it is done.
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until it has acknowledged so many strokes. A busy machine may take long to start a process.
    func wait(forStrokes count: Int) {
        let end = Date(timeIntervalSinceNow: 120)
        while (acknowledged["stroke"]?.count ?? 0) < count, process.isRunning, Date() < end {
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    /// Kills it with SIGKILL.
    func kill() {
        // Another process may already have the number of one that has ended.
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The acknowledgements that it printed, by kind. An incomplete last line does not count.
    var acknowledged: [String: [Int]] {
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.reduce(into: [:]) { all, line in
            let words = line.split(separator: " ")
            if words.count == 2, let number = Int(words[1]) { all[String(words[0]), default: []].append(number) }
        }
    }

    /// Its standard error.
    var stderrLines: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// The program, which is built into the folder of the test bundle.
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundles = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let paths = bundles.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("LibraryFixture").path
        }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            fatalError("There is no LibraryFixture in \(paths); build it first.")
        }
        return path
    }()
}
