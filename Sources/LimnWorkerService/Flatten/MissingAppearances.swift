// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnPDFObjects
internal import LimnPDFRendering

extension ObjectDocument {
    /// Gives annotations and fields that viewers draw by themselves the appearance that poppler draws for them. This is
    /// the only place that does, so burned pages look like pictures of the original.
    ///
    /// - Parameters:
    ///   - view: The view in which they are visible.
    ///   - fieldsOnly: Whether to do so for form fields only.
    func makeMissingAppearances(as view: BurnedView, fieldsOnly: Bool = false) throws {
        let undrawn = try undrawnAnnotations(as: view, fieldsOnly: fieldsOnly)
        guard !undrawn.isEmpty else { return }
        let pages = try PDFDocument(bytes: try sheets(of: undrawn))
        if let drawing = try? Self.drawing(of: pages, 1...undrawn.count) {
            return try setAppearances(drawing, of: undrawn)
        }
        // One that cannot be drawn does not stop the others.
        for (place, one) in undrawn.enumerated() {
            guard let drawing = try? Self.drawing(of: pages, (place + 1)...(place + 1)) else { continue }
            try setAppearances(drawing, of: [one])
        }
    }

    /// Draws pages into a new document.
    private static func drawing(of sheets: PDFDocument, _ pages: ClosedRange<Int>) throws -> [UInt8] {
        var drawing = try Redrawing(firstPage: try sheets.page(pages.lowerBound))
        for number in pages { try drawing.add(try sheets.page(number), ink: nil) }
        return try drawing.finish()
    }

    /// Burns all annotations and fields, also those without an appearance.
    func burn(as view: BurnedView) throws -> BurnReport {
        try makeMissingAppearances(as: view)
        return try burnAnnotations(as: view)
    }
}
