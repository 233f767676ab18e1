// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCompositor
import LimnGeometry
import LimnInk
import LimnPDFObjects
import TestSupport

/// A document of blank pages with a drawing on each, as an export makes it.
struct DrawnDocument {
    /// How drawings get into the document.
    enum Way: CaseIterable {
        case appended, rewritten, annotated, annotatedAndRewritten

        var annotates: Bool { self == .annotated || self == .annotatedAndRewritten }
        var appends: Bool { self == .appended || self == .annotated }
    }

    /// The blank pages.
    let original: [UInt8]
    /// The export.
    let bytes: [UInt8]
    /// What a user is told.
    let messages: [String]

    init(_ drawings: [Drawing], _ way: Way = .appended, size: Size = Size(width: 400, height: 100)) throws {
        let first = onePagePDF(size: (size.width, size.height))
        let blank = drawings.dropFirst().map { _ in NewPage(following: 1, size: size, content: []) }
        original = blank.isEmpty ? first : first + (try ObjectDocument(bytes: first).update(inserting: blank).bytes)
        let document = try ObjectDocument(bytes: original)
        let resources = DrawingResources(drawings)
        messages = resources.notes.sentences
        var changes = DocumentChanges()
        for (page, drawing) in drawings.enumerated() {
            let geometry = try document.pageGeometry(at: page)
            let content = InkContent(drawing, resources: resources)
            if !way.annotates, let overlay = content.overlay(for: geometry) { changes.overlays.append((page, overlay)) }
            let annotations = DrawingAnnotations(
                drawing, on: geometry, way.annotates ? .all : .notesAndLinks, resources: resources)
            changes.annotations += annotations.annotations.map { (page, $0) }
        }
        if way.appends {
            bytes = original + (try document.update(changes).bytes)
        } else {
            try document.apply(changes)
            bytes = try document.rewritten()
        }
    }

    /// A drawing of one text.
    static func text(
        _ text: String, family: String = "DejaVu Sans", size: Double = 20, width: Double? = nil
    ) -> Drawing {
        let style = TextItem.Style(family: family, size: size)
        return Drawing(items: [.object(.text(TextItem(text, style, at: Point(x: 20, y: 20), width: width)))])
    }
}
