// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Concurrent and killed processes. `LIMN_LIBRARY_SECONDS` and `LIMN_LIBRARY_KILLS` make these tests longer.
@Suite(.serialized) struct ProcessTests {
    private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// A library with a character without a template.
    private func character(_ folder: TemporaryFolder) throws -> CharacterID {
        try Library(at: folder.library).createCharacter(NewCharacter(name: "A", template: nil)).id
    }

    /// The numbers of the strokes on the first two pages.
    private func strokes(_ folder: TemporaryFolder, _ character: CharacterID) throws -> [Int] {
        let library = try Library(at: folder.library, creating: false)
        return try (1...2).flatMap { page in
            try library.drawing(on: CharacterPage(character, page: page))?.drawing.strokes ?? []
        }.map { Int($0.points.positions[0].x) }
    }

    @Test func `Two processes of eight tasks each lose nothing and report no errors`() throws {
        let folder = try TemporaryFolder()
        let character = try character(folder)
        let seconds = Double(Self.setting("LIMN_LIBRARY_SECONDS") ?? 3)
        let artists = try (1...2).map {
            try Artist("draw", folder, character, number: $0, tasks: 8, seconds: seconds)
        }
        for artist in artists { #expect(artist.finish() == 0 && artist.stderrLines == "") }
        let acknowledged = artists.flatMap { $0.acknowledged["stroke"] ?? [] }
        #expect(acknowledged.count > 100)
        let found = try strokes(folder, character)
        #expect(found.count == acknowledged.count && Set(found) == Set(acknowledged))
        let library = try Library(at: folder.library)
        #expect(try library.drawnPages(of: character).reduce(0) { $0 + $1.revision } == found.count)
        #expect(try library.check().isClean)
    }

    @Test func `A process killed at any moment leaves everything acknowledged and a clean library`() throws {
        let folder = try TemporaryFolder()
        let character = try character(folder)
        var generator = SeededGenerator(seed: 9)
        var acknowledged: [String: Set<Int>] = [:]
        for kill in 1...(Self.setting("LIMN_LIBRARY_KILLS") ?? 12) {
            let artist = try Artist("mixed", folder, character, number: kill, tasks: 3, seconds: 600)
            // Some moments lie in the start of the process, and others behind its first changes.
            if kill.isMultiple(of: 2) { artist.wait(forStrokes: 3) }
            Thread.sleep(forTimeInterval: .random(in: 0.01...0.4, using: &generator))
            artist.kill()
            #expect(artist.stderrLines == "")
            for (kind, numbers) in artist.acknowledged { acknowledged[kind, default: []].formUnion(numbers) }

            let found = try strokes(folder, character)
            #expect(Set(found).count == found.count)
            #expect(acknowledged["stroke"]?.isSubset(of: found) != false)
            let library = try Library(at: folder.library, creating: false)
            let names = Set(try library.templates().map(\.name))
            #expect(names.isSuperset(of: (acknowledged["template"] ?? []).map { "T \($0)" }))
            let check = try library.check()
            #expect(check.isClean, "\(check)")
            for name in folder.names where name.hasPrefix("backup-") {
                let backup = FilePath(folder.path(name))
                #expect(try Library(at: backup, creating: false).check().isClean)
                try FileManager.default.removeItem(atPath: backup.string)
                if let number = Int(name.dropFirst(7)) { acknowledged["backup"]?.remove(number) }
            }
            // Every acknowledged stroke must be there.
            #expect(acknowledged["backup"]?.isEmpty != false)
        }
        #expect((acknowledged["stroke"]?.count ?? 0) > 10)
        printFigure(
            "kill -9 of a process that draws, imports and backs up", Self.setting("LIMN_LIBRARY_KILLS") ?? 12,
            "\(acknowledged["stroke"]?.count ?? 0) acknowledged strokes")
    }
}
