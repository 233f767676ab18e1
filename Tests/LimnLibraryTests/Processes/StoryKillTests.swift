// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Kills the story, which has a trash, a restore, a merge and a salvage in it, at random moments.
/// `LIMN_LIBRARY_KILLS` kills more often.
@Suite(.serialized) struct StoryKillTests {
    @Test func `A story that is killed at any moment leaves the state before or after a step`() throws {
        let kills = ProcessInfo.processInfo.environment["LIMN_LIBRARY_KILLS"].flatMap(Int.init) ?? 12
        var generator = SeededGenerator(seed: 13)
        var duration = 1.0
        var reached: Set<Int> = []
        for kill in 0...kills {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path("world"), withIntermediateDirectories: true)
            try folder.write(ToldStory.sheet, "sheet.pdf")
            try folder.write([], "out")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Artist.path)
            process.arguments = ["story", folder.path("world"), folder.path("sheet.pdf")]
            process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
            process.standardOutput = try FileHandle(forWritingTo: folder.url.appendingPathComponent("out"))
            let start = Date()
            try process.run()
            if kill > 0 {
                Thread.sleep(forTimeInterval: .random(in: 0...(duration * 1.1), using: &generator))
                // Another process may already have the number of one that has ended.
                if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
            }
            process.waitUntilExit()
            // The first run is not killed; it tells how long one takes.
            if kill == 0 { duration = Date().timeIntervalSince(start) }
            let text = try String(contentsOf: folder.url.appendingPathComponent("out"), encoding: .utf8)
            // An incomplete last line does not count.
            let done = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count
            reached.insert(done)
            // A run that came to its end took no longer than this; other tests may have slowed down the first one.
            if done == Story.names.count { duration = min(duration, Date().timeIntervalSince(start)) }
            let world = World(folder: FilePath(folder.path("world")))
            #expect(try world.problems(done: done, isExact: false) == [], "kill \(kill) after \(done) steps")
        }
        #expect(reached.contains(Story.names.count) && reached.count > 1, "\(reached)")
        printFigure(
            "kill -9 in a story with trash, restore, merge and salvage", kills,
            "ended after \(reached.count) different steps")
    }
}
