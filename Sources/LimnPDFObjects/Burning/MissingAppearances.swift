// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// An annotation that viewers draw although it brings no appearance, or in place of the one that it brings.
package struct UndrawnAnnotation {
    /// The page, counted from 0.
    package let page: Int
    fileprivate let annotation: PDFObject
    fileprivate let geometry: PageGeometry
    /// Whether it brings an appearance for its state, which may be out of date.
    fileprivate let hasOwn: Bool
}

extension ObjectDocument {
    /// The maximum number of annotations that get an appearance. A document with more is rejected as hostile.
    private static let undrawnLimit = 20_000

    /// Returns the visible annotations that viewers draw by themselves: those without an appearance for their state, and
    /// fields of a document that says that their appearances are out of date (/NeedAppearances).
    ///
    /// - Parameters:
    ///   - view: the view in which they are visible.
    ///   - fieldsOnly: whether to return form fields only.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `tooComplex`.
    package func undrawnAnnotations(
        as view: BurnedView, fieldsOnly: Bool
    ) throws(PDFObjectsError) -> [UndrawnAnnotation] {
        let form = try file.root()["/AcroForm"]
        let isStale = form?["/NeedAppearances"]?.bool == true
        var found: [UndrawnAnnotation] = []
        for index in 0..<(try tree.count()) {
            let leaf = try tree.leaf(at: index)
            for annotation in leaf.page["/Annots"]?.items ?? [] where annotation.isDictionary {
                let subtype = annotation["/Subtype"]?.name ?? ""
                let isField = subtype == "Widget"
                guard isField || !fieldsOnly, !["Link", "Popup"].contains(subtype),
                    annotation.reasonNotToBurn(as: view) == nil, annotation["/Rect"]?.rect?.isEmpty == false
                else { continue }
                var hasOwn = false
                if case .appearance = BurningAppearance.find(of: annotation, rotation: .none) { hasOwn = true }
                guard !hasOwn || isStale && isField else { continue }
                found.append(
                    UndrawnAnnotation(page: index, annotation: annotation, geometry: leaf.geometry, hasOwn: hasOwn))
                guard found.count <= Self.undrawnLimit else {
                    throw PDFObjectsError(.tooComplex, cause: "too many annotations have no appearance")
                }
            }
        }
        return found
    }

    /// Returns a document for drawing annotations. It has a page for each of them, without any other content. This
    /// document does not change.
    ///
    /// - Throws: ``PDFObjectsError`` with `unwritable`, `damaged`, `outOfMemory`.
    package func sheets(of undrawn: [UndrawnAnnotation]) throws(PDFObjectsError) -> [UInt8] {
        let root = try file.root()
        guard let tree = root["/Pages"] else { throw PDFObjectsError(.noPages) }
        let kids = try file.newArray()
        // Poppler knows fields by their objects, so these are changed for a moment.
        var assumed: [(widget: PDFObject, key: String)] = []
        defer { for one in assumed { try? one.widget.dictionary?.remove(one.key) } }
        for one in undrawn {
            for entry in WidgetDefaults.entries(for: one.annotation, form: root["/AcroForm"]) {
                guard let value = entry.value else { continue }
                try one.annotation.set(entry.key, try file.parsed(try value.text()))
                assumed.append((one.annotation, entry.key))
            }
            let page = try file.newDictionary()
            try page.set("/Type", try file.newName("/Page"))
            let geometry = one.geometry
            for (key, box) in [("/MediaBox", geometry.mediaBox), ("/CropBox", geometry.displayBox)] {
                let corners = [box.minX, box.minY, box.maxX, box.maxY].map { decimal($0) }.joined(separator: " ")
                try page.set(key, try file.parsed(PDFText("[\(corners)]".utf8)))
            }
            try page.set("/Rotate", try file.newInteger(geometry.rotation.rawValue))
            let list = try file.newArray()
            let quads = one.annotation["/QuadPoints"]
            let mended = quads.flatMap { $0.inCornerOrder }
            var shown = one.annotation
            if let mended {
                shown = try file.makeIndirect(try shown.shallowCopy())
                try shown.set(
                    "/QuadPoints",
                    try file.parsed(PDFText("[\(mended.map { decimal($0) }.joined(separator: " "))]".utf8)))
            }
            try list.append(shown)
            try page.set("/Annots", list)
            try kids.append(try file.makeIndirect(page))
        }
        let pages = try file.newDictionary()
        try pages.set("/Type", try file.newName("/Pages"))
        try pages.set("/Count", try file.newInteger(undrawn.count))
        try pages.set("/Kids", kids)
        let node = try file.makeIndirect(pages)
        for index in 0..<undrawn.count { try kids.item(index)?.set("/Parent", node) }
        try root.set("/Pages", node)
        let bytes: [UInt8]
        do throws(PDFObjectsError) { bytes = try decrypted() } catch {
            try root.set("/Pages", tree)
            throw error
        }
        try root.set("/Pages", tree)
        return bytes
    }

    /// Gives annotations the appearances that were drawn for them. An annotation of which nothing was drawn stays as it
    /// is, except that a button with an appearance out of date is turned off: its state contradicts the value of its field.
    ///
    /// - Parameters:
    ///   - drawing: a document with a page for each annotation, of the size of the displayed page in points.
    /// - Throws: the errors of ``apply(_:)``.
    package func setAppearances(_ drawing: [UInt8], of undrawn: [UndrawnAnnotation]) throws(PDFObjectsError) {
        let drawing = try ObjectDocument(bytes: drawing)
        try rewrite { writer throws(PDFObjectsError) in
            var copier = ObjectCopier()
            for (place, one) in undrawn.enumerated() {
                // A copier has a limited budget, and shares fonts.
                if place % 256 == 0 { copier = ObjectCopier() }
                guard let leaf = try? drawing.tree.leaf(at: place) else { continue }
                let content = Array(PageContent(page: leaf.page).data.map { $0 ?? [] }.joined(separator: [10]))
                guard content.paints else {
                    if one.hasOwn, one.annotation.isButtonWithStates {
                        try writer.sink.edit(one.annotation, [("/AS", .text("/Off"))])
                    }
                    continue
                }
                let found = leaf.inherited { $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }
                var resources: PDFValue?
                if let found { resources = try copier.value(of: found, in: &writer.sink) }
                let page = one.geometry
                // The drawing ignores the unit of the page.
                let own = PageGeometry(
                    mediaBox: page.mediaBox, cropBox: page.displayBox, rotate: page.rotation.rawValue)
                let matrix = leaf.geometry.userToPage.then(own.pageToUser)
                let box = leaf.geometry.mediaBox
                let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
                let form = try writer.sink.add(
                    stream: StreamData(content),
                    [
                        ("/Type", .text("/XObject")), ("/Subtype", .text("/Form")),
                        ("/BBox", .numbers([box.minX, box.minY, box.maxX, box.maxY])), ("/Matrix", .numbers(numbers)),
                        ("/Resources", resources ?? .text("<<>>")),
                    ])
                // The appearance is as large as the page, and so is the place for it.
                let rect = matrix.apply(box)
                let flags = AnnotationFlags(of: one.annotation).subtracting(.noRotate).rawValue
                try writer.sink.edit(
                    one.annotation,
                    [
                        ("/AP", .dictionary([("/N", .reference(form))])), ("/AS", nil), ("/F", .text("\(flags)")),
                        ("/Rect", .numbers([rect.minX, rect.minY, rect.maxX, rect.maxY])),
                    ])
                if let id = one.annotation.identity { drawnAnnotations.insert(id) }
            }
        }
    }
}

extension [UInt8] {
    /// Whether content has an operator that paints.
    fileprivate var paints: Bool {
        withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            while let token = tokens.next() {
                guard token.kind == .word else { continue }
                switch tokens.word(token) {
                case "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "Do", "sh", "Tj", "TJ", "BI": return true
                default: continue
                }
            }
            return false
        }
    }
}

extension PDFObject {
    /// The numbers of /QuadPoints with the corners of each quadrilateral in the order that viewers expect: the upper
    /// edge, then the lower edge, both from left to right. Nil if they are in that order already, or malformed.
    ///
    /// ISO 32000 asks for a counterclockwise order, and few programs follow it.
    var inCornerOrder: [Double]? {
        let numbers = (0..<count).map { item($0)?.number }
        guard !numbers.isEmpty, numbers.count % 8 == 0, numbers.count <= 80_000 else { return nil }
        var result = numbers.compactMap { $0 }
        guard result.count == numbers.count else { return nil }
        var isChanged = false
        for start in stride(from: 0, to: result.count, by: 8) {
            let corners = (0..<4).map { Point(x: result[start + 2 * $0], y: result[start + 2 * $0 + 1]) }
            // In the usual order, the diagonals join the first with the fourth, and the second with the third corner.
            // Counterclockwise, they join the first with the third.
            let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
            let usual = abs(a.x + d.x - b.x - c.x) + abs(a.y + d.y - b.y - c.y)
            let around = abs(a.x + c.x - b.x - d.x) + abs(a.y + c.y - b.y - d.y)
            guard around + 0.01 < usual else { continue }
            isChanged = true
            // Counterclockwise from the lower left: lower left, lower right, upper right, upper left.
            for (place, corner) in [d, c, a, b].enumerated() {
                result[start + 2 * place] = corner.x
                result[start + 2 * place + 1] = corner.y
            }
        }
        return isChanged ? result : nil
    }
}
