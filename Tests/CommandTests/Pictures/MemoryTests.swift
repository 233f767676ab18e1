// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct MemoryTests {
    /// A page whose image takes some 400 MB; with less, poppler leaves it out without a word.
    @Test(arguments: [(300, "limit"), (1500, "ok")])
    func `A picture that lacks something for want of memory is never taken for a whole one`(
        mebibytes: Int, status: String
    ) throws {
        let file = try Requirement.corpus().appendingPathComponent("ocrmypdf/tests/resources/enormous.pdf")
        let shell = try Shell()
        let objects = try shell.json(
            "render \(file.path) --pages 1 --scale-to 400 --memory \(mebibytes) --timeout 120 -o out --json")
        #expect(objects.map { $0["status"] as? String } == [status])
    }
}
