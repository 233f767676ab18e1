// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import TestSupport
import Testing

/// The disk is full after some bytes; with `LIMN_LIBRARY_FAULTS` at every step of 4 KiB, else at a sample of them.
@Suite(.serialized) struct FullLibraryDiskTests {
    @Test func `Wherever the disk is full, that is told, and nothing acknowledged is lost`() throws {
        let clean = try ToldStory([:])
        #expect(clean.done == Story.names.count && clean.totals.bytes > 1 << 20)
        for step in Thoroughness.sample(0...(clean.totals.bytes - 1) / 4096, 30, seed: 7) {
            let story = try ToldStory(["ROOM": "\(step * 4096)"])
            #expect(story.notes.hasPrefix("failed"))
            FailingWriteTests.expectClear(story, ["noSpace"])
            // What is not needed may find no room, and nobody has to be told: a log that is folded when it is closed.
            #expect(story.done == Story.names.count || !story.errors.isEmpty)
            let problems = try World(folder: story.world).problems(done: story.done, isExact: false)
            #expect(problems == [], "\(step): \(story.errors) \(story.notes.prefix(300))")
        }
    }

    @Test(arguments: [16, 100, 400, 700, 1000, 1400, 1800])
    func `On a file system that is really full nothing acknowledged is lost either`(kilobytes: Int) throws {
        let story = try ToldStory(onFileSystemOf: kilobytes)
        FailingWriteTests.expectClear(story, ["noSpace"])
        #expect(story.done < Story.names.count && !story.errors.isEmpty)
        let problems = try World(folder: story.world).problems(done: story.done, isExact: false)
        #expect(problems == [], "\(story.errors)")
    }
}
