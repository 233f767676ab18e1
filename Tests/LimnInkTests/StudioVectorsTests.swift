// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

@Suite struct StudioVectorsTests {
    @Test func `The strokes that the studio is held to are what this module makes`() throws {
        let file = Project.folder.appendingPathComponent("Studio/tests/vectors/strokes.json")
        let made = StudioVectors.made(count: 2000)
        let replaces = ProcessInfo.processInfo.environment["REPLACE"] == "1"
        if replaces || !FileManager.default.fileExists(atPath: file.path) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try (try encoder.encode(made) + [10]).write(to: file)
            #expect(replaces, "the file was missing and has been written; look at it and commit it")
        }
        let stored = try JSONDecoder().decode(StudioVectors.self, from: Data(contentsOf: file))
        #expect(stored.cases.count == made.cases.count)
        #expect(stored.grains == made.grains)
        let different = zip(stored.cases, made.cases).enumerated().filter { $0.element.0 != $0.element.1 }
        #expect(
            different.isEmpty,
            "\(different.count) strokes are made otherwise now; REPLACE=1 writes them, and Studio/ink must follow")
    }
}
