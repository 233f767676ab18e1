// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnPDFRendering

/// A copy of a document for drawing, in which poppler's faults are avoided. Pages are mended when they are drawn.
final class MendedPages {
    /// The number of pages that are mended together once one of them needs it.
    private static let blockSize = 16

    private let open: () throws -> ObjectDocument
    /// What was found on the pages that were looked at.
    private var found: [Int: (needsMending: Bool, doubts: Set<MendingDoubt>)] = [:]
    /// The mended block that was used last.
    private var block: (index: Int, bytes: [UInt8]?)?
    private var pictures: PDFDocument?

    /// - Parameter open: Opens the document anew.
    init(_ open: @escaping () throws -> ObjectDocument) { self.open = open }

    /// Closes what poppler has open.
    func closePictures() { pictures = nil }

    /// Returns whether a page needs to be mended, and sentences about what may look different on it.
    ///
    /// - Parameter objects: The document. It does not change.
    func look(at number: Int, of objects: ObjectDocument) -> (needsMending: Bool, doubts: [String]) {
        let result = found[number] ?? objects.lookForMends(onPage: number - 1)
        found[number] = result
        return (result.needsMending, MendingDoubt.allCases.filter(result.doubts.contains).map(\.text))
    }

    /// Returns a mended page; nil if that is impossible.
    func page(_ number: Int, userUnit: Double) -> PDFPage? {
        let index = (number - 1) / Self.blockSize
        if block?.index != index {
            let first = index * Self.blockSize
            block = (index, try? open().mended(pages: first..<(first + Self.blockSize)))
            pictures = nil
        }
        guard let bytes = block?.bytes else { return nil }
        if pictures == nil { pictures = try? PDFDocument(bytes: bytes) }
        return try? pictures?.page(number, userUnit: userUnit)
    }
}
