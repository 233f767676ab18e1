// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPDFRendering
import Testing
import TestSupport

@Suite struct PermissionsTests {
    @Test func `Everything is permitted without encryption, and what the owner allows with it`() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(SmallPDF.sheet().bytes, "sheet.pdf")
        let all: PDFPermissions = [
            .print, .modify, .copy, .annotate, .fillForms, .extract, .assemble, .printHighResolution,
        ]
        #expect(try PDFDocument(path: plain).permissions.isSuperset(of: all))
        let locked = folder.path("locked.pdf")
        let done = try run(
            try Requirement.tool("qpdf"), "--encrypt", "", "owner", "256", "--print=none", "--modify=form",
            "--extract=n",
            "--", plain, locked)
        #expect(done.status == 0, "\(done.stderr)")
        let some = try PDFDocument(path: locked).permissions
        #expect(some.contains(.fillForms))
        #expect(some.isDisjoint(with: [.print, .copy, .annotate, .printHighResolution]))
        #expect(
            try PDFDocument(path: locked, password: "owner").permissions.isSuperset(
                of: all.subtracting(.printHighResolution)))
    }
}
