// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import Testing
import TestSupport

/// The disk is full after some bytes: at every multiple of 4 KiB with `LIMN_LIBRARY_FAULTS`, otherwise at a sample.
@Suite(.serialized) struct FullLibraryDiskTests {
    @Test func `A full disk is reported, and nothing acknowledged is lost`() throws {
        let clean = try ToldStory([:])
        #expect(clean.done == Story.names.count && clean.totals.bytes > 1 << 20)
        let steps = Thoroughness.sample(0...(clean.totals.bytes - 1) / 4096, 30, seed: 7)
        defer { printFigure("the disk is full after a number of blocks", steps.count) }
        for step in steps {
            let story = try ToldStory(["ROOM": "\(step * 4096)"])
            #expect(story.notes.hasPrefix("failed"))
            FailingWriteTests.expectClear(story, ["noSpace"])
            // Optional writes may fail silently, such as the checkpoint when the last connection closes.
            #expect(story.done == Story.names.count || !story.errors.isEmpty)
            let problems = try World(folder: story.world).problems(done: story.done, isExact: false)
            #expect(problems == [], "\(step): \(story.errors) \(story.notes.prefix(300))")
        }
    }

    @Test(arguments: [16, 100, 400, 700, 1000, 1200, 1400])
    func `Nothing acknowledged is lost on a real full file system`(kilobytes: Int) throws {
        let story = try ToldStory(onFileSystemOf: kilobytes)
        FailingWriteTests.expectClear(story, ["noSpace"])
        #expect(story.done < Story.names.count && !story.errors.isEmpty)
        let problems = try World(folder: story.world).problems(done: story.done, isExact: false)
        #expect(problems == [], "\(story.errors)")
    }
}
