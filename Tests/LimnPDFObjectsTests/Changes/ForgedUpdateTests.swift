// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

/// Updates that some readers understand otherwise than libqpdf does.
struct ForgedUpdateTests {
    private func update(of original: [UInt8]) throws -> [UInt8] {
        let overlay = PageOverlay(
            content: Array("0 0 5 5 re f".utf8), bounds: Rect(x0: 0, y0: 0, x1: 9, y1: 9), matrix: .identity)
        return try ObjectDocument(bytes: original).update(DocumentChanges(overlays: [(page: 0, overlay: overlay)]))
            .bytes
    }

    private func audit(_ original: [UInt8], _ update: [UInt8]) throws {
        _ = try ObjectDocument(bytes: original).audit(
            appendedExport: try ObjectDocument(bytes: original + update), inkedPages: [0])
    }

    @Test(arguments: [
        ("trailer\n<<", "trailer\n<</XRef#53tm 9"), ("trailer\n<<", "trailer\n<</XRefStm 9"), (" 00000 n", " 00001 n"),
        ("/Parent 2 0 R", "/Parent 1 0 R"),
    ])
    func `An update that readers understand differently is no export`(old: String, new: String) throws {
        let original = TestPDF.page("0 0 10 10 re f").bytes
        let update = try update(of: original)
        try audit(original, update)
        // The last place: that of the trailer, or of an entry.
        let places = update.indices.filter { update[$0...].starts(with: old.utf8) }
        let place = try #require(places.last)
        var forged = update
        forged.replaceSubrange(place..<(place + old.utf8.count), with: Array(new.utf8))
        #expect(throws: PDFObjectsError.self) { try audit(original, forged) }
    }

    @Test func `An update does not define what the original misses`() throws {
        // Two documents of one length: the second refers to an object that it does not have.
        func original(_ number: Int) -> [UInt8] {
            TestPDF.page("0 0 10 10 re f", "/MediaBox [0 0 200 100] /Resources <</XObject<</X \(number) 0 R>>>>").bytes
        }
        let (sound, missing) = (original(3), original(6))
        let update = try update(of: sound)
        try #require(String(decoding: update, as: Unicode.ASCII.self).contains("\n6 0 obj"))
        try audit(sound, update)
        #expect(throws: PDFObjectsError.self) { try audit(missing, update) }
        // The writer leaves the number out.
        let own = try self.update(of: missing)
        #expect(!String(decoding: own, as: Unicode.ASCII.self).contains("\n6 0 obj"))
        try audit(missing, own)
    }
}
