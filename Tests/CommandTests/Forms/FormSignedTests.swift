// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Filling signed forms, judged by pyHanko's own policy.
@Suite struct FormSignedTests {
    @Test(arguments: ["approval", "certify2", "certify3"])
    func `A signature that permits filling in stays valid`(kind: String) throws {
        let shell = try Shell(["a.pdf": try Documents.sheet()])
        _ = try python("sign_pdf", shell.folder.path("a.pdf"), shell.folder.path("b.pdf"), kind)
        let done = try shell.sh(
            "limn form fill b.pdf --set identity.name=Maren --set vitals.wound.1=1 --set 'notes=Две строки' -o c.pdf --quiet"
        )
        #expect(done == "[0] +c.pdf", "\(done)")
        let signature = try #require(try ExportJudge.signatures([shell.folder.path("c.pdf")]).first?.first)
        #expect(signature.own.intact && signature.own.valid && signature.own.isAllowed, "\(signature.own.why)")
        #expect(signature.own.level == "FORM_FILLING", "\(signature.own)")
    }

    @Test func `A signature that permits nothing is not broken`() throws {
        let shell = try Shell(["a.pdf": try Documents.sheet()])
        _ = try python("sign_pdf", shell.folder.path("a.pdf"), shell.folder.path("b.pdf"), "certify1")
        let done = try shell.sh("limn form fill b.pdf --set identity.name=Maren -o c.pdf")
        #expect(done.contains("its author certified that nothing may be changed"), "\(done)")
        #expect(done.hasSuffix("[1]"), "\(done)")
    }
}
