// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import SystemPackage
import Testing
import TestSupport

/// Simulates power loss: afterwards only synced changes are there, and a random part of the others. It happens after
/// every event with `LIMN_LIBRARY_FAULTS`, otherwise after a sample.
@Suite(.serialized) struct PowerLossTests {
    private static func log() throws -> (ShimLog, ToldStory) {
        let story = try ToldStory(["LOG": "1"])
        #expect(story.done == Story.names.count && story.errors.isEmpty)
        return (try ShimLog(story.folder.path("log")), story)
    }

    /// The problems after power losses before some events, each with the number of the event.
    ///
    /// - Parameter fates: the fate of unsynced changes before each event; nil for no power loss there.
    private static func problems(
        _ log: ShimLog, on disk: SimulatedDisk, untilFirst: Bool = false, _ fates: (Int) -> Fate?
    ) throws -> (found: [String], moments: Int) {
        var (found, moments, done): ([String], Int, Int) = ([], 0, 0)
        for moment in 0...log.events.count {
            if let fate = fates(moment) {
                moments += 1
                let folder = try TemporaryFolder()
                let world = World(folder: FilePath(folder.path("world")))
                try disk.write(to: world.folder, fate)
                found += try world.problems(done: done, isExact: false).map { "\(moment): \($0)" }
                if untilFirst, !found.isEmpty { break }
            }
            guard moment < log.events.count else { break }
            let event = log.events[moment]
            if event.isSuccess { done += 1 }
            try disk.apply(event)
        }
        return (found, moments)
    }

    /// The events just before each sync, and the end. Between two syncs the guaranteed state does not change.
    private static func moments(_ log: ShimLog) -> [Int] {
        log.events.indices.filter { log.events[$0].kind == "F" } + [log.events.count]
    }

    @Test func `The shim's log is complete`() throws {
        let (log, story) = try Self.log()
        let disk = SimulatedDisk()
        for event in log.events { try disk.apply(event) }
        let copy = FilePath(story.folder.path("copy"))
        try disk.write(to: copy, Fate(survives: true))
        func contents(_ folder: FilePath) throws -> [String: Data?] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.string)
            return names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) {
                $0[$1] = FileManager.default.contents(atPath: folder.appending($1).string)
            }
        }
        let (made, real) = (try contents(copy), try contents(story.world))
        #expect(real.count > 10 && Set(made.keys) == Set(real.keys))
        for (name, content) in real { #expect(made[name] == content, "\(name)") }
    }

    @Test func `Everything acknowledged survives with the synced changes alone`() throws {
        let (log, _) = try Self.log()
        let all = Self.moments(log)
        let chosen = Set(Thoroughness.sample(0...(all.count - 1), 40, seed: 1).map { all[$0] })
        let (found, moments) = try Self.problems(log, on: SimulatedDisk()) {
            chosen.contains($0) ? Fate(survives: false) : nil
        }
        #expect(found == [])
        #expect(moments == chosen.count && all.count > 50)
        printFigure("the power goes; only what was synced is left", moments)
    }

    @Test func `Unsynced changes that survive in part and in any order do no harm`() throws {
        let (log, _) = try Self.log()
        let chosen = Set(Thoroughness.sample(1...log.events.count, 40, seed: 2))
        let (found, moments) = try Self.problems(log, on: SimulatedDisk()) {
            chosen.contains($0) ? Fate(seed: UInt64($0)) : nil
        }
        #expect(found == [])
        #expect(moments == chosen.count)
        printFigure("the power goes; a random part of what was not synced is left", moments)
    }

    /// The necessary kinds of syncs. Each is ignored in turn.
    enum Lie: CaseIterable {
        case log, pdf, foldersOfPDFs, folderOfLibrary, backup, folderOfAll

        func isTold(_ node: DiskNode, isRoot: Bool) -> Bool {
            switch (self, node.kind) {
            case (.log, .file): node.name == "library.sqlite-wal"
            case (.pdf, .file): node.name.isEmpty
            case (.foldersOfPDFs, .folder): node.name == "blobs"
            case (.folderOfLibrary, .folder): node.name == "library"
            case (.backup, .file): node.parent == ".backup.limn.part"
            case (.folderOfAll, .folder): isRoot
            default: false
            }
        }
    }

    @Test(arguments: Lie.allCases) func `Ignoring a sync loses data, and these tests detect it`(lie: Lie)
        throws
    {
        let (log, _) = try Self.log()
        var root: SimulatedDisk?
        let disk = SimulatedDisk { node in lie.isTold(node, isRoot: root?.isRoot(node) ?? false) }
        root = disk
        defer { root = nil }
        // After each acknowledgement.
        let moments = Set(log.events.indices.filter { log.events[$0].isSuccess }.map { $0 + 1 })
        let (found, _) = try Self.problems(log, on: disk, untilFirst: true) {
            moments.contains($0) ? Fate(survives: false) : nil
        }
        #expect(disk.lies > 0 && !found.isEmpty)
    }
}
