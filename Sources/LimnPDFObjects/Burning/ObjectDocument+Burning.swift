// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ObjectDocument {
    /// Makes the appearances of all annotations and form fields part of their pages' content, and removes the
    /// annotations and the form. Links stay, and so do outline and destinations.
    ///
    /// Burnt is what shows on screen *and* on paper: what is hidden, shows on screen only or on paper only is removed
    /// and named in the report; a form field that states no flags counts as printed. Appearances are painted as they
    /// are, by reference, in the order of the annotations, each in its place by ISO 32000-2, 12.5.5; none is made up:
    /// what has none is named. Optional content stays optional, and what is tagged stays tagged. The form goes with its
    /// XFA part and its scripts, the signatures with the permissions that they grant; files attached to annotations go
    /// with them.
    ///
    /// It is for ``rewritten()``, and goes before ``addOverlay(_:toPage:)`` so that overlays lie above. After a throw
    /// the document is burnt in part and of no use.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`, `tooComplex`, `damaged`, `outOfMemory`.
    public func burnAnnotations() throws(PDFObjectsError) -> BurnReport {
        let root = try file.root()
        var report = BurnReport()
        let form = root["/AcroForm"].flatMap { $0.isDictionary ? $0 : nil }
        var fields = FieldCensus()
        fields.count(form?["/Fields"])
        report.removedFields = fields.fields
        report.removedXFA = form?["/XFA"] != nil
        var burning = Burning(
            report: report, structure: try BurningStructure(file), isStale: form?["/NeedAppearances"]?.bool == true)
        for field in form?["/Fields"]?.items ?? [] { burning.signatures.add(field) }

        let count = try tree.count()
        guard count > 0 else { throw PDFObjectsError(.noPages) }
        for index in 0..<count { try burn(try tree.leaf(at: index), index: index, &burning) }
        try burning.structure?.finish()
        // /NeedsRendering asks for an XFA form to be laid out.
        for key in ["/AcroForm", "/Perms", "/NeedsRendering"] { try root.remove(key) }
        burning.report.removedSignatures = burning.signatures.count
        return burning.report
    }

    private func burn(_ leaf: PageTree.Leaf, index: Int, _ burning: inout Burning) throws(PDFObjectsError) {
        guard let list = leaf.page["/Annots"] else { return }
        var links: [PDFObject] = []
        var painting = BurningPainting()
        let rotation = leaf.geometry.rotation
        for annotation in list.items where annotation.isDictionary {
            burning.visited += 1
            guard burning.visited <= TreeWalk.limit else {
                throw PDFObjectsError(.tooComplex, cause: "it has annotations without end")
            }
            if annotation["/Subtype"]?.isName("/Link") == true {
                links.append(annotation)
            } else if let appearance = burning.take(annotation, page: index + 1, rotation: rotation) {
                let mark = try burning.structure?.mark(annotation, on: leaf.page)
                try painting.add(appearance, of: annotation, mark: mark)
            } else {
                try burning.structure?.remove(annotation)
            }
        }
        burning.report.keptLinks += links.count
        if !painting.isEmpty {
            try paint(painting, on: leaf, index: index)
            burning.report.pages.append(index + 1)
        }
        // Other pages may share the list, so it is not changed itself.
        if links.isEmpty {
            try leaf.page.remove("/Annots")
        } else if links.count != list.count {
            let rest = try file.newArray()
            for link in links { try rest.append(link) }
            try leaf.page.set("/Annots", rest)
        }
    }

    private func paint(
        _ painting: BurningPainting, on leaf: PageTree.Leaf, index: Int
    ) throws(PDFObjectsError) {
        let content = PageContent(page: leaf.page)
        notes += content.notes.map { "Page \(index + 1): \($0)" }
        let (resources, names) = try resources(of: leaf, adding: painting.additions)
        let contents = try ownContents(content)
        let suffix = content.suffix(painting: [], isTagged: false)
        try contents.append(try file.newCompressedStream(suffix + painting.operators(names: names)))
        try leaf.page.set("/Resources", resources)
        try leaf.page.set("/Contents", contents)
    }
}

/// What is known while a document is burnt.
private struct Burning {
    var report: BurnReport
    let structure: BurningStructure?
    /// Whether the document says that fields may look different from their values.
    let isStale: Bool
    var signatures = SignatureCensus()
    /// How many annotations were met; pages can share long lists.
    var visited = 0

    /// Counts an annotation, and gives what is to be painted of it, if anything.
    mutating func take(
        _ annotation: PDFObject, page: Int, rotation: PageGeometry.Rotation
    ) -> BurningAppearance? {
        let subtype = annotation["/Subtype"]?.name ?? ""
        guard subtype != "Popup" else { return nil }
        let isField = subtype == "Widget"
        if isField { signatures.add(annotation) } else { report.removedAnnotations += 1 }
        if annotation["/FS"] != nil { report.removedFiles += 1 }
        func item(_ reason: BurnReport.Reason) -> BurnReport.Item {
            .init(page: page, subtype: subtype, field: isField ? annotation.fieldName : nil, reason: reason)
        }
        if let reason = annotation.reasonNotToBurn {
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
            if isStale, isField, annotation.showsFieldValue { report.doubtful.append(item(.mayBeStale)) }
            return appearance
        }
    }
}
