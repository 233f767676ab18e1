// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Everything that one export adds to a document, whether it appends or rewrites.
public struct DocumentChanges: Sendable {
    /// Overlays and their pages, counted from 0. Overlays of the same page are painted in the order of this array.
    public var overlays: [(page: Int, overlay: PageOverlay)]
    /// Annotations and their pages, counted from 0. They come after the page's own annotations, in the order of this
    /// array.
    public var annotations: [(page: Int, annotation: PageAnnotation)]
    /// The ink as it was drawn, to be embedded in the document; nil for none.
    ///
    /// It becomes an entry in the catalog's name tree of embedded files. In a signed document, whose catalog must not
    /// change, it is associated with the first added annotation instead, or left out if there is none.
    public var sourceInk: EmbeddedFile?
    /// The changes to form fields; nil for none.
    public var form: FormChanges?
    /// The fields to add to the form. Their names must differ in their first part from those of the form's fields.
    public var newFields: [NewField] = []
    /// The frames to which the boxes of pages grow, in the page space of each page, by pages counted from 0. What the
    /// page showed before is clipped to where it was.
    public var frames: [Int: Rect] = [:]

    /// Makes a description of changes.
    public init(
        overlays: [(page: Int, overlay: PageOverlay)] = [],
        annotations: [(page: Int, annotation: PageAnnotation)] = [], sourceInk: EmbeddedFile? = nil,
        form: FormChanges? = nil
    ) {
        self.form = form
        self.overlays = overlays
        self.annotations = annotations
        self.sourceInk = sourceInk
    }

    /// Makes a description of changes whose annotations are all ink.
    public init(
        overlays: [(page: Int, overlay: PageOverlay)] = [],
        annotations: [(page: Int, annotation: InkAnnotation)], sourceInk: EmbeddedFile? = nil
    ) {
        self.init(
            overlays: overlays, annotations: annotations.map { ($0.page, .ink($0.annotation)) }, sourceInk: sourceInk)
    }

    /// Whether an overlay, annotation or field appearance is translucent or blends with the page, which requires PDF
    /// 1.4.
    var areTransparent: Bool {
        overlays.contains { $0.overlay.isTransparent } || annotations.contains { $0.annotation.isTransparent }
            || form?.fields.contains { $0.appearances.values.contains(where: \.isTransparent) } ?? false
    }

    /// Whether an overlay or annotation belongs to a layer, which requires PDF 1.5.
    var haveLayers: Bool {
        overlays.contains { !$0.overlay.layers.isEmpty } || annotations.contains { $0.annotation.layer != nil }
    }

    /// The PDF version that the changes require; nil if every version will do.
    var neededVersion: String? { haveLayers ? "1.5" : areTransparent ? "1.4" : nil }

    /// The additions to each page, in the order in which pages are first mentioned.
    var byPage: [(page: Int, overlays: [PageOverlay], annotations: [PageAnnotation])] {
        var order: [Int] = []
        var found: [Int: (overlays: [PageOverlay], annotations: [PageAnnotation])] = [:]
        func note(_ page: Int) {
            guard found[page] == nil else { return }
            order.append(page)
            found[page] = ([], [])
        }
        for (page, overlay) in overlays {
            note(page)
            found[page]?.overlays.append(overlay)
        }
        for (page, annotation) in annotations {
            note(page)
            found[page]?.annotations.append(annotation)
        }
        for page in frames.keys.sorted() { note(page) }
        for widget in newFields.lazy.flatMap(\.widgets) { note(widget.page) }
        return order.map { ($0, found[$0]?.overlays ?? [], found[$0]?.annotations ?? []) }
    }
}
