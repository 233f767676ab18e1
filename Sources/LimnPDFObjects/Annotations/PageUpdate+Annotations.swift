// SPDX-License-Identifier: GPL-3.0-or-later

extension PageUpdate {
    /// The pages that an update changes, ascending.
    var changedPages: [Int] { Set(forms.keys).union(annotations.keys).sorted() }

    /// A page's /Annots with new annotations behind the old items, which stay as they are.
    ///
    /// It is always an array of the page's own, as one that stands apart may serve several pages.
    mutating func annotationList(
        of leaf: PageTree.Leaf, index: Int, page: ObjectID, adding new: [InkAnnotation]
    ) throws(PDFObjectsError) -> PDFText {
        let old = leaf.page["/Annots"]
        if let old, !old.isArray {
            notes.append("Page \(index + 1): its /Annots was no list of annotations and was replaced.")
        }
        var items: [PDFText] = []
        for place in 0..<(old?.count ?? 0) { items.append(try old?.item(place)?.unparsed() ?? Array("null".utf8)) }
        var names = AnnotationNames(old)
        for (place, annotation) in new.enumerated() {
            let name = names.take(annotation.name(page: index, place: place))
            let id = add(annotation, name: name, page: page)
            annotations[index, default: []].append(id)
            items.append(id.reference)
        }
        return .array(items)
    }

    private mutating func add(_ annotation: InkAnnotation, name: String, page: ObjectID) -> ObjectID {
        var entries: PDFText = []
        // What a stream is used as tells that it is a form.
        for entry in annotation.appearance.formEntries where entry.key != "/Type" {
            var value = PDFText(entry.value.utf8)
            if entry.key == "/Resources" {
                let id = formResources[entry.value] ?? objects.add(value)
                formResources[entry.value] = id
                value = id.reference
            }
            entries.addEntry(entry.key, value)
        }
        let form = objects.add(
            stream: annotation.appearance.stored ?? StreamData(annotation.appearance.content), entries)
        var text = PDFText("<<".utf8)
        for entry in annotation.entries { text.addEntry(entry.key, PDFText(entry.value.utf8)) }
        text.addEntry("/NM", .string(name))
        text.addEntry("/P", page.reference)
        text.addEntry("/AP", PDFText("<</N ".utf8) + form.reference + PDFText(">>".utf8))
        if let specification = pendingAssociation {
            text.addEntry("/AF", .array([specification.reference]))
            pendingAssociation = nil
        }
        return objects.add(text + PDFText(">>".utf8))
    }
}

extension PDFText {
    /// Adds a key, which has its slash and needs no escapes, and its value.
    mutating func addEntry(_ key: String, _ value: PDFText) {
        self += Array(key.utf8)
        // A delimiter parts them already.
        if let first = value.first, byteClass[Int(first)] == .regular { append(32) }
        self += value
    }
}

/// The names (/NM) of a page's annotations; viewers tell annotations apart by them.
struct AnnotationNames {
    private var taken: Set<String>

    init(_ annotations: PDFObject?) { taken = Set(annotations?.items.compactMap { $0["/NM"]?.text } ?? []) }

    /// A name, or that name with a number where the page has it already.
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
