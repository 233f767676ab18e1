// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import Testing

@testable import LimnPDFObjects

/// What stays of an appearance whose text is replaced.
struct KeptAppearanceTests {
    private static func content(_ old: String, with marked: String) -> String? {
        let kept = KeptAppearance(
            Array(old.utf8), object: DocumentObject(number: 1), boundingBox: Rect(x0: 0, y0: 0, x1: 1, y1: 1),
            matrix: .identity)
        return kept.map { String(decoding: $0.content(with: Array(marked.utf8)), as: UTF8.self) }
    }

    @Test func `Only the marked part is replaced`() {
        let old = "1 g 0 0 9 9 re f\n/Tx BMC q BT (a EMC) Tj ET Q EMC 0 G 1 1 7 7 re s"
        #expect(Self.content(old, with: "/Tx BMC EMC") == "1 g 0 0 9 9 re f\n/Tx BMC EMC 0 G 1 1 7 7 re s")
        #expect(Self.content("/Tx BMC\nEMC", with: "new") == "new")
        #expect(Self.content("q Q/Tx /P BDC /In BMC EMC EMC\n", with: "new") == "q Q\nnew\n")
    }

    @Test(arguments: [
        "", "0 g", "/Ty BMC EMC", "/Tx BMC q EMC", "/Tx BMC", "/A BMC /Tx BMC EMC EMC",
        "q 2 0 0 2 0 0 cm /Tx BMC EMC Q",
        "2 0 0 2 0 0 cm /Tx BMC EMC", "BT /Tx BMC EMC ET", "(/Tx BMC EMC",
    ])
    func `Nothing is kept where the mark is missing, broken or in a space of its own`(old: String) {
        #expect(Self.content(old, with: "new") == nil)
    }
}
