// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import SystemPackage
import Testing

@testable import LimnBatch

@Suite struct CostModelTests {
    /// The estimate for rendering a document of 100 pages, or of 6 MB, from which 100 pages are guessed.
    private func milliseconds(_ selection: String?, counted: Bool) throws -> Int {
        let options = selection.map { TaskOptions(["pages": .text($0)]) } ?? TaskOptions()
        let task = BatchTask(.render, [TaskInput(path: "a.pdf", bytes: 6_000_000)], options: options)
        return try #require(CostModel().estimate(task, bytes: 6_000_000, pages: counted ? 100 : nil).milliseconds)
    }

    @Test(arguments: [false, true]) func `Only the pages that are drawn cost time`(counted: Bool) throws {
        let whole = try milliseconds(nil, counted: counted)
        #expect(try milliseconds("1-z", counted: counted) == whole)
        #expect(try milliseconds("1", counted: counted) < whole / 50)
        #expect(try milliseconds("1-50", counted: counted) < whole * 6 / 10)
        #expect(try milliseconds("1-50", counted: counted) > whole * 4 / 10)
        // Beyond the guess.
        #expect(try milliseconds("150-160", counted: counted) == whole)
    }
}
