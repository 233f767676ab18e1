// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import Testing
import TestSupport

/// Lets the n-th write operation fail: for every n with `LIMN_LIBRARY_FAULTS`, otherwise for a sample.
@Suite(.serialized) struct FailingWriteTests {
    /// Checks that the failure was reported in a readable sentence.
    static func expectClear(_ story: ToldStory, _ codes: Set<String>) {
        let place = Comment(rawValue: story.notes)
        #expect(story.finished.status == 0 && story.finished.stderr == "", place)
        for error in story.errors {
            #expect(codes.contains(error.code), "\(error) \(place)")
            #expect(ToldStory.isClear(error.description), "\(error) \(place)")
        }
    }

    private static func name(_ cause: Int32) -> String { cause == EIO ? "EIO" : "ENOSPC" }

    private static func numbers(seed: UInt64) throws -> [Int] {
        let clean = try ToldStory([:])
        #expect(clean.done == Story.names.count && clean.errors.isEmpty && clean.totals.operations > 500)
        return Thoroughness.sample(1...clean.totals.operations, 12, seed: seed)
    }

    @Test(arguments: [EIO, ENOSPC])
    func `A write that fails once is reported, rolled back, and succeeds on retry`(cause: Int32) throws {
        let numbers = try Self.numbers(seed: UInt64(cause))
        defer { printFigure("a write of the library fails once with \(Self.name(cause))", numbers.count) }
        for number in numbers {
            let story = try ToldStory(["AT": "\(number)", "ERRNO": "\(cause)"])
            // The number of operations differs by a few from run to run.
            #expect(story.notes.hasPrefix("failed") || story.totals.operations < number, "\(number)")
            Self.expectClear(story, ["noSpace", "denied", "other"])
            #expect(story.errors.count <= 1 && story.done == Story.names.count, "\(story.errors) \(story.notes)")
            let problems = try World(folder: story.world).problems(done: story.done, isExact: true)
            #expect(problems == [], "\(number): \(story.notes)")
        }
    }

    @Test func `If the name of a new folder cannot be synced, the folder does not exist afterwards`() throws {
        // Every sync of the folder that contains the library, the backup and the restored library.
        let clean = try ToldStory(["ONLY": "fsync"])
        #expect(clean.totals.operations >= 4)
        defer { printFigure("a sync of the library fails with EIO", clean.totals.operations) }
        for number in 1...max(clean.totals.operations, 1) {
            let story = try ToldStory(["ONLY": "fsync", "AT": "\(number)", "ERRNO": "\(EIO)"])
            Self.expectClear(story, ["other"])
            #expect(story.errors.count == 1 && story.done == Story.names.count, "\(number): \(story.errors)")
            #expect(try World(folder: story.world).problems(done: story.done, isExact: true) == [])
        }
    }

    @Test(arguments: [EIO, ENOSPC])
    func `Writes that keep failing lose nothing that was acknowledged`(cause: Int32) throws {
        let numbers = try Self.numbers(seed: 100 + UInt64(cause))
        defer { printFigure("from one write on, all fail with \(Self.name(cause))", numbers.count) }
        for number in numbers {
            let story = try ToldStory(["AT": "\(number)", "ERRNO": "\(cause)", "FOREVER": "1"])
            // The number of operations differs by a few from run to run.
            #expect(story.notes.hasPrefix("failed") || story.totals.operations < number, "\(number)")
            // A backup whose folder cannot be synced, nor renamed back, is in its own way at the second attempt.
            Self.expectClear(story, ["noSpace", "denied", "other", "refused"])
            let problems = try World(folder: story.world).problems(done: story.done, isExact: false)
            #expect(problems == [], "\(number): \(story.errors) \(story.notes.prefix(300))")
        }
    }
}
