// SPDX-License-Identifier: GPL-3.0-or-later

extension ChangeWriter {
    /// Returns a page's /Annots with the new annotations after the old items, which do not change.
    ///
    /// The result is always a direct array, because several pages may share an indirect one. The annotations may go
    /// into object streams. Their appearances cannot, because they are streams.
    mutating func annotationList(
        of leaf: PageTree.Leaf, index: Int, page: ObjectID, adding new: [PageAnnotation]
    ) throws(PDFObjectsError) -> PDFValue {
        let old = leaf.page["/Annots"]
        if let old, !old.isArray {
            notes.append("Page \(index + 1): its /Annots was not a list of annotations and was replaced.")
        }
        // The appearances are numbered first: successive numbers of one kind take little space in a cross-reference
        // stream.
        var appearances: [Int: ObjectID] = [:]
        for (place, annotation) in new.enumerated() {
            if let appearance = annotation.appearance { appearances[place] = try form(appearance) }
        }
        let stem = PageAnnotation.nameStem(of: new, page: index)
        var names = AnnotationNames(old)
        for (place, annotation) in new.enumerated() {
            var entries = annotation.entries
            if case .link(let link) = annotation, case .page(let target) = link.target {
                guard let destination = try destination(target) else {
                    notes.append("Page \(index + 1): A link to page \(target + 1), which does not exist, was left out.")
                    continue
                }
                entries.append(("/Dest", destination))
            }
            if let layer = annotation.layer { entries.append(("/OC", .reference(try object(of: layer)))) }
            entries.append(("/NM", .text(.string(names.take("\(stem)-\(place)")))))
            entries.append(("/P", .reference(page)))
            if let appearance = appearances[place] {
                entries.append(("/AP", .dictionary([("/N", .reference(appearance))])))
            }
            if let specification = pendingAssociation {
                entries.append(("/AF", .array([.reference(specification)])))
                pendingAssociation = nil
            }
            let key = structure?.takeKey()
            if let key { entries.append(("/StructParent", .text("\(key)"))) }
            let id = try sink.add(.dictionary(entries), isCompressible: true)
            record.annotations[index, default: []].append(id)
            if let key {
                try tag(
                    annotation: id, as: annotation.structureTag, alternative: annotation.alternative,
                    box: annotation.rect, key: key, on: page, index: index)
            }
        }
        record.annotations[index, default: []] += try writeNewWidgets(of: leaf, index: index, page: page)
        return .array(PDFValue.items(of: old) + (record.annotations[index] ?? []).map { .reference($0) })
    }

    /// Returns a destination that fits a page into the window (/Fit); nil if the document has no such page.
    private mutating func destination(_ index: Int) throws(PDFObjectsError) -> PDFValue? {
        guard index >= 0, index < (try tree.count()) else { return nil }
        return .array([.reference(try sink.number(of: try tree.leaf(at: index).page)), .text("/Fit")])
    }

    /// Writes an annotation's appearance. Its matrix and its resources are separate objects, because many appearances
    /// share them.
    private mutating func form(_ appearance: PageOverlay) throws(PDFObjectsError) -> ObjectID {
        let entries: [PDFEntry] = [
            // Viewers know from /AP that this stream is an XObject, so /Type is left out.
            ("/Subtype", .text("/Form")), ("/BBox", appearance.boundingBox),
            ("/Matrix", .reference(try sharedObject(appearance.matrixValue))),
            ("/Resources", .reference(try sharedObject(try resources(of: appearance)))),
        ]
        return try sink.add(stream: appearance.stored ?? StreamData(appearance.content), entries)
    }

    /// Writes a value as an object. Equal values share one object.
    private mutating func sharedObject(_ value: PDFValue) throws(PDFObjectsError) -> ObjectID {
        let text = try value.text()
        if let known = shared.values[text] { return known }
        let id = try sink.add(value, isCompressible: true)
        shared.values[text] = id
        return id
    }
}

/// The names (/NM) of a page's annotations. Viewers identify annotations by them.
struct AnnotationNames {
    private var taken: Set<String>

    init(_ annotations: PDFObject?) { taken = Set(annotations?.items.compactMap { $0["/NM"]?.text } ?? []) }

    /// Returns the wanted name, with a number appended if the page already has an annotation of that name.
    mutating func take(_ wanted: String) -> String {
        var name = wanted
        var number = 1
        while !taken.insert(name).inserted {
            number += 1
            name = "\(wanted)-\(number)"
        }
        return name
    }
}
