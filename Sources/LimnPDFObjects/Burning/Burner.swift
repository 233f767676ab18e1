// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Turns annotations and form fields into page content, page by page.
struct Burner {
    private(set) var report = BurnReport()
    private let structure: BurningStructure?
    private let view: BurnedView
    /// Whether annotations other than form fields are kept.
    private let keepsAnnotations: Bool
    /// Whether the document states that the appearances of fields may be out of date (/NeedAppearances).
    private let isStale: Bool
    /// The annotations whose appearances were made for burning.
    private let drawn: Set<ObjectID>
    private var signatures = SignatureCensus()
    /// The number of annotations visited so far. It is limited, because pages can share long lists.
    private var visited = 0

    /// Reads the form of a document.
    init(_ file: QPDFHandle, view: BurnedView, keepsAnnotations: Bool = false, drawn: Set<ObjectID> = [])
        throws(PDFObjectsError)
    {
        self.drawn = drawn
        self.view = view
        self.keepsAnnotations = keepsAnnotations
        let form = try file.root()["/AcroForm"].flatMap { $0.isDictionary ? $0 : nil }
        var fields = FieldCensus()
        fields.count(form?["/Fields"])
        report.removedFields = fields.fields
        report.removedXFA = form?["/XFA"] != nil
        structure = try BurningStructure(file)
        isStale = form?["/NeedAppearances"]?.bool == true
        for field in form?["/Fields"]?.items ?? [] { signatures.add(field) }
    }

    /// Burns the annotations of one page.
    mutating func burn(
        _ leaf: PageTree.Leaf, index: Int, into writer: inout ChangeWriter<RewritingSink>
    ) throws(PDFObjectsError) {
        guard let list = leaf.page["/Annots"] else { return }
        var kept: [PDFObject] = []
        var painting = BurningPainting()
        let rotation = leaf.geometry.rotation
        for annotation in list.items where annotation.isDictionary {
            visited += 1
            guard visited <= TreeWalk.limit else {
                throw PDFObjectsError(.tooComplex, cause: "it has annotations without end")
            }
            if annotation["/Subtype"]?.isName("/Link") == true {
                kept.append(annotation)
                report.keptLinks += 1
            } else if keepsAnnotations, annotation["/Subtype"]?.isName("/Widget") != true {
                kept.append(annotation)
            } else if let appearance = appearance(of: annotation, page: index + 1, rotation: rotation) {
                let mark = try structure?.mark(annotation, on: leaf.page)
                try painting.add(appearance, of: annotation, mark: mark)
            } else {
                try structure?.remove(annotation)
            }
        }
        var edits: [PDFEdit] = []
        if !painting.isEmpty {
            edits = try writer.content(of: leaf, index: index, under: painting)
            report.pages.append(index + 1)
        }
        // The list is not edited in place, because other pages may share it.
        if kept.isEmpty {
            edits.append(("/Annots", nil))
        } else if kept.count != list.count {
            edits.append(("/Annots", .array(kept.map { .object($0) })))
        }
        try writer.sink.edit(leaf.page, edits)
    }

    /// Removes the form and repairs the structure tree. Call it after burning all pages.
    mutating func finish(_ writer: inout ChangeWriter<RewritingSink>) throws(PDFObjectsError) {
        try structure?.finish()
        // /NeedsRendering tells viewers to lay out an XFA form.
        for key in ["/AcroForm", "/Perms", "/NeedsRendering"] { writer.catalogEdits.append((key, nil)) }
        report.removedSignatures = signatures.count
    }

    /// Counts an annotation and returns the appearance to paint; nil if there is none.
    private mutating func appearance(
        of annotation: PDFObject, page: Int, rotation: PageGeometry.Rotation
    ) -> BurningAppearance? {
        let subtype = annotation["/Subtype"]?.name ?? ""
        guard subtype != "Popup" else { return nil }
        let isField = subtype == "Widget"
        if isField { signatures.add(annotation) } else { report.removedAnnotations += 1 }
        if annotation["/FS"] != nil { report.removedFiles += 1 }
        func item(_ reason: BurnReport.Reason) -> BurnReport.Item {
            .init(page: page, subtype: subtype, field: isField ? annotation.fieldName : nil, reason: reason)
        }
        if let reason = annotation.reasonNotToBurn(as: view) {
            report.leftOut.append(item(reason))
            return nil
        }
        switch BurningAppearance.find(of: annotation, rotation: rotation) {
        case .blank: return nil
        case .missing(let reason):
            report.leftOut.append(item(reason))
            return nil
        case .appearance(let appearance):
            if isField { report.paintedFields += 1 } else { report.paintedAnnotations += 1 }
            let isOwn = annotation.identity.map { drawn.contains($0) } ?? false
            if isStale, isField, annotation.showsFieldValue, !isOwn { report.doubtful.append(item(.mayBeStale)) }
            if AnnotationFlags(of: annotation).contains(.noView) { report.doubtful.append(item(.notViewed)) }
            return appearance
        }
    }
}

extension ChangeWriter {
    /// Returns the new /Contents and /Resources of a page whose annotations are painted on top of its content.
    fileprivate mutating func content(
        of leaf: PageTree.Leaf, index: Int, under painting: BurningPainting
    ) throws(PDFObjectsError) -> [PDFEdit] {
        let content = PageContent(page: leaf.page)
        notes += content.notes.map { "Page \(index + 1): \($0)" }
        let wrapped = try wrapped(content, of: leaf)
        let (resources, names) = try resources(of: leaf, adding: painting.additions + (wrapped.map { [$0] } ?? []))
        var contents = wrapped == nil ? try ownContents(content) : []
        let suffix = content.suffix(painting: [], wrapped: wrapped == nil ? nil : names.last)
        contents.append(.reference(try sink.add(stream: suffix + painting.operators(names: names))))
        return [("/Resources", resources), ("/Contents", .array(contents))]
    }
}
