// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing

/// Pages that grow.
struct FrameTests {
    private static let frame = Rect(x0: -10, y0: 0, x1: 700, y1: 800)

    private func exported(_ original: [UInt8], _ frames: [Int: Rect]) throws -> [UInt8] {
        let overlay = PageOverlay(
            content: Array("0 0 10 10 re f\n".utf8), bounds: Rect(x0: 0, y0: 0, x1: 10, y1: 10), matrix: .identity)
        var changes = DocumentChanges(overlays: [(0, overlay)])
        changes.frames = frames
        return original + (try ObjectDocument(bytes: original).update(changes).bytes)
    }

    @Test func `A page that must grow has grown as far as it must, which an audit finds`() throws {
        let original = TestPDF.page("0 0 10 10 re f").bytes
        let export = try exported(original, [0: Self.frame])
        let document = try ObjectDocument(bytes: export)
        let before = try ObjectDocument(bytes: original).pageGeometry(at: 0)
        #expect(try document.pageGeometry(at: 0).isClose(to: before.framed(Self.frame)))
        func audit(_ frames: [Int: Rect]) throws {
            _ = try ObjectDocument(bytes: original).audit(
                appendedExport: document, inkedPages: [0], frames: frames)
        }
        try audit([0: Self.frame])
        #expect(throws: PDFObjectsError.self) { try audit([:]) }
        #expect(throws: PDFObjectsError.self) { try audit([0: Self.frame.expanded(by: 1)]) }
        let small = try ObjectDocument(bytes: try exported(original, [:]))
        #expect(throws: PDFObjectsError.self) {
            try ObjectDocument(bytes: original).audit(
                appendedExport: small, inkedPages: [0], frames: [0: Self.frame])
        }
    }
}
