// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
public import LimnGeometry

/// What the annotations of a page, form fields among them, look like on paper and on the screen.
public struct PrintedAnnotations: Equatable {
    /// A link, which poppler shows on the screen only.
    public struct Link: Equatable {
        /// Its place in user space.
        public let area: Rect
        /// The colour of its border, each channel 0…65,535; nil where it has none.
        let color: [UInt16]?
    }

    /// The links, in their order.
    public private(set) var links: [Link] = []
    /// Whether all others show on paper if, and only if, they show on the screen.
    public private(set) var isAsShown = true

    /// What poppler prints besides form fields.
    private static let marks: Set<UInt32> = Set(
        [
            POPPLER_ANNOT_TEXT, POPPLER_ANNOT_FREE_TEXT, POPPLER_ANNOT_LINE, POPPLER_ANNOT_SQUARE,
            POPPLER_ANNOT_CIRCLE, POPPLER_ANNOT_POLYGON, POPPLER_ANNOT_POLY_LINE, POPPLER_ANNOT_HIGHLIGHT,
            POPPLER_ANNOT_UNDERLINE, POPPLER_ANNOT_SQUIGGLY, POPPLER_ANNOT_STRIKE_OUT, POPPLER_ANNOT_STAMP,
            POPPLER_ANNOT_INK, POPPLER_ANNOT_WIDGET,
        ].map(\.rawValue))

    /// Looks at the annotations of a page.
    public init(_ page: PDFPage) {
        let mappings = poppler_page_get_annot_mapping(page.handle)
        defer { poppler_page_free_annot_mapping(mappings) }
        var next = mappings
        while let item = next?.pointee {
            let mapping = item.data.assumingMemoryBound(to: PopplerAnnotMapping.self).pointee
            if let annotation = mapping.annot { add(annotation, mapping.area) }
            next = item.next
        }
    }

    private mutating func add(_ annotation: OpaquePointer, _ area: PopplerRectangle) {
        let type = poppler_annot_get_annot_type(annotation)
        guard type != POPPLER_ANNOT_LINK else {
            let color = poppler_annot_get_color(annotation)
            defer { g_free(color) }
            links.append(
                Link(
                    area: Rect(x0: area.x1, y0: area.y1, x1: area.x2, y1: area.y2),
                    color: color.map { [$0.pointee.red, $0.pointee.green, $0.pointee.blue] }))
            return
        }
        let flags = poppler_annot_get_flags(annotation).rawValue
        let isShown = flags & POPPLER_ANNOT_FLAG_NO_VIEW.rawValue == 0
        let isPrinted = flags & POPPLER_ANNOT_FLAG_PRINT.rawValue != 0
        if isShown != isPrinted || !Self.marks.contains(type.rawValue) { isAsShown = false }
    }
}
