// SPDX-License-Identifier: GPL-3.0-or-later

/// All that one export adds to a document, whichever way the document is saved.
public struct DocumentChanges: Sendable {
    /// Overlays and their pages, counted from 0. Those of one page lie over one another in their order.
    public var overlays: [(page: Int, overlay: PageOverlay)]
    /// Annotations and their pages, counted from 0. Those of one page follow its own ones in their order.
    public var annotations: [(page: Int, annotation: PageAnnotation)]
    /// The ink as it was drawn, carried inside the document.
    ///
    /// It becomes an entry of the catalog's name tree of embedded files. In a signed document, whose catalog must not
    /// change, it is associated with the first annotation that is added, and left out where there is none.
    public var sourceInk: EmbeddedFile?
    /// What is written into the form.
    public var form: FormChanges?

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

    /// Makes a description of changes whose annotations are ink.
    public init(
        overlays: [(page: Int, overlay: PageOverlay)] = [],
        annotations: [(page: Int, annotation: InkAnnotation)], sourceInk: EmbeddedFile? = nil
    ) {
        self.init(
            overlays: overlays, annotations: annotations.map { ($0.page, .ink($0.annotation)) }, sourceInk: sourceInk)
    }

    /// Whether something shows through, which needs PDF 1.4.
    var areTransparent: Bool {
        overlays.contains { $0.overlay.isTransparent } || annotations.contains { $0.annotation.isTransparent }
            || form?.fields.contains { $0.appearances.values.contains(where: \.isTransparent) } ?? false
    }

    /// Whether something belongs to a layer, which needs PDF 1.5.
    var haveLayers: Bool {
        overlays.contains { !$0.overlay.layers.isEmpty } || annotations.contains { $0.annotation.layer != nil }
    }

    /// The version of the format that the changes need; nil for any.
    var neededVersion: String? { haveLayers ? "1.5" : areTransparent ? "1.4" : nil }

    /// What is added to each page, in the order in which pages are first named.
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
        return order.map { ($0, found[$0]?.overlays ?? [], found[$0]?.annotations ?? []) }
    }
}
