// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import LimnLibrary
import Testing
import TestSupport

@Suite struct ConcurrencyTests {
    @Test func `Eight concurrent tasks in two pools lose no stroke`() async throws {
        let folder = try TemporaryFolder()
        let libraries = [try Library(at: folder.library), try Library(at: folder.library)]
        let made = try libraries[0].createCharacter(NewCharacter(name: "A", template: nil))
        let page = CharacterPage(made.id, page: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let library = libraries[task % 2]
                    for round in 0..<25 {
                        let stroke = stroke(task * 100 + round)
                        if task < 4 {
                            try library.append([stroke], to: page)
                            continue
                        }
                        // As an editor does: load, change, save with the loaded revision, and retry if it is stale.
                        while true {
                            let there = try library.drawing(on: page)
                            let edit = (there?.drawing ?? Drawing()).adding([stroke])
                            let error = failure {
                                try library.perform(edit, on: page, expecting: there?.revision ?? 0)
                            }
                            guard let error else { break }
                            guard error.code == .stale else { throw error }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = try #require(try libraries[1].drawing(on: page))
        #expect(found.revision == 200 && found.drawing.strokes.count == 200)
        let drawn: [Stroke] = (0..<200).map { stroke($0 / 25 * 100 + $0 % 25) }
        #expect(Set(found.drawing.strokes) == Set(drawn))
        #expect(try libraries[0].character(made.id).inkVersion == 200)
        #expect(try libraries[0].check().isClean)
    }

    @Test func `Tags added concurrently are all kept`() async throws {
        let folder = try TemporaryFolder()
        let libraries = [try Library(at: folder.library), try Library(at: folder.library)]
        let made = try libraries[0].createCharacter(NewCharacter(name: "A", template: nil))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<40 { group.addTask { try libraries[task % 2].addTags(["tag \(task)"], to: made.id) } }
            try await group.waitForAll()
        }
        #expect(try Set(libraries[0].character(made.id).tags) == Set((0..<40).map { "tag \($0)" }))
    }
}
