// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

/// Layers that viewers switch, in documents that have layers or none.
struct LayerTests {
    private static let groups =
        "/OCProperties << /OCGs [5 0 R] /D << /Name (Mine) /BaseState /OFF /ON [5 0 R] /Order [[(Label) 5 0 R]] >> >>"

    private func document(_ catalog: String) -> [UInt8] {
        var pdf = TestPDF.page("0 0 10 10 re f", catalog: catalog)
        pdf.add("<< /Type /OCG /Name (Old) >>")
        return pdf.bytes
    }

    private func changes(_ layers: [DocumentLayer]) -> DocumentChanges {
        let overlays = layers.map { layer -> (page: Int, overlay: PageOverlay) in
            let box = Rect(x0: 0, y0: 0, x1: 10, y1: 10)
            return (
                0,
                PageOverlay(
                    content: Array("/OC /L0 BDC 0 0 10 10 re f EMC\n".utf8), bounds: box, matrix: .identity,
                    layers: ["L0": layer])
            )
        }
        return DocumentChanges(overlays: overlays)
    }

    private func exported(_ original: [UInt8], _ layers: [DocumentLayer]) throws -> [UInt8] {
        original + (try ObjectDocument(bytes: original).update(changes(layers)).bytes)
    }

    @Test func `A layer is listed once, however often it is used, and needs version 1.5`() throws {
        let layer = DocumentLayer("A", isVisible: false, isLocked: true)
        let text = String(decoding: try exported(document(""), [layer, layer, DocumentLayer("B")]), as: UTF8.self)
        #expect(text.ranges(of: "/Type/OCG/Name(A)").count == 1 && text.ranges(of: "/Type/OCG/Name(B)").count == 1)
        #expect(text.contains("/Version /1.5"))
        #expect(text.contains("/Name(Layers)"))
    }

    @Test func `An audit allows new layers where they were asked for, and only there`() throws {
        for catalog in ["", Self.groups] {
            let original = document(catalog)
            let export = try ObjectDocument(bytes: try exported(original, [DocumentLayer("A", isVisible: false)]))
            let opened = try ObjectDocument(bytes: original)
            #expect(try !opened.audit(appendedExport: export, inkedPages: [0], allowsLayers: true).isEmpty)
            #expect(throws: PDFObjectsError.self) { try opened.audit(appendedExport: export, inkedPages: [0]) }
        }
    }

    @Test(arguments: [
        // A layer of the document is gone, has another state, or stands elsewhere, or a setting has changed.
        ("/OCGs [5 0 R 7 0 R]", "/OCGs [7 0 R]"), ("/ON [5 0 R 7 0 R]", "/ON [7 0 R]"),
        ("/ON [5 0 R 7 0 R]", "/OFF [5 0 R]"), ("/Order [[ (Label) 5 0 R ] 7 0 R]", "/Order [7 0 R]"),
        ("/BaseState /OFF", "/BaseState /ON"), ("/Name (Mine)", "/Name (Ours)"),
    ])
    func `An audit finds what has become of the document's own layers`(old: String, new: String) throws {
        let original = document(Self.groups)
        let export = try exported(original, [DocumentLayer("A")])
        let update = String(decoding: export[original.count...], as: UTF8.self)
        #expect(update.contains(old))
        // Offsets stay.
        let forged = update.replacing(old, with: new + String(repeating: " ", count: old.utf8.count - new.utf8.count))
        let document = try ObjectDocument(bytes: original + Array(forged.utf8))
        #expect(throws: PDFObjectsError.self) {
            try ObjectDocument(bytes: original).audit(appendedExport: document, inkedPages: [0], allowsLayers: true)
        }
    }

    @Test func `An update without pages has no bytes`() throws {
        let update = try ObjectDocument(bytes: document("")).update(inserting: [])
        #expect(update.bytes == [] && update.overridden == [])
    }
}
