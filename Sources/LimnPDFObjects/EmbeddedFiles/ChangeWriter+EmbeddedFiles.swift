// SPDX-License-Identifier: GPL-3.0-or-later

extension ChangeWriter {
    /// Adds a file to the document's name tree of embedded files.
    ///
    /// The catalog of a signed document must not change. In such a document, the file is associated with the next
    /// annotation instead, or left out if there are no annotations.
    ///
    /// Changed nodes of the tree become new objects, so other references to the old nodes are not affected.
    mutating func embed(
        _ file: EmbeddedFile, in document: ObjectDocument, hasAnnotations: Bool
    ) throws(PDFObjectsError) {
        let isSigned = try document.signatures().isSigned
        guard !isSigned || hasAnnotations else {
            notes.append(
                "Source ink was left out: the document is signed, and without annotations there is no place for it.")
            return
        }
        let name = file.name(try document.nextNumber(for: file, lookingAtAnnotations: isSigned))
        let stream = PDFValue.reference(try sink.add(stream: file.stored ?? StreamData(file.bytes), file.streamEntries))
        let files: PDFEntry = ("/EF", .dictionary([("/F", stream), ("/UF", stream)]))
        let specification = try sink.add(.dictionary(file.specificationEntries(name: name) + [files]))
        record.embedded = (specification, isSigned ? nil : Array(name.utf8))
        if isSigned {
            pendingAssociation = specification
            return
        }
        try addName(Array(name.utf8), specification)
        // PDF/A-3 requires that every embedded file is associated with something (ISO 19005-3, 6.8).
        if try document.archiveClaim()?.needsAssociation == true {
            catalogEdits.append(("/AF", .array(PDFValue.items(of: root["/AF"]) + [.reference(specification)])))
        }
    }

    private mutating func addName(_ key: [UInt8], _ specification: ObjectID) throws(PDFObjectsError) {
        let names = root["/Names"].flatMap { $0.isDictionary ? $0 : nil }
        let place = try NameTreePlace(of: key, in: names?["/EmbeddedFiles"])
        var pairs = PDFValue.items(of: place.leaf?["/Names"])
        pairs.insert(contentsOf: [.text(.string(bytes: key)), .reference(specification)], at: place.index)
        var child = node(place.leaf, place, "/Names", pairs)
        for (parent, index) in place.path.reversed() {
            let id = try sink.add(child)
            var kids = PDFValue.items(of: parent["/Kids"])
            kids[index] = .reference(id)
            child = node(parent, place, "/Kids", kids)
        }
        let files = PDFValue.reference(try sink.add(child))
        let edited = names.map { PDFValue.edited($0, [("/EmbeddedFiles", files)]) }
        catalogEdits.append(("/Names", edited ?? .dictionary([("/EmbeddedFiles", files)])))
    }

    /// Returns a copy of a name tree's node with a new list under `key`.
    private func node(_ old: PDFObject?, _ place: NameTreePlace, _ key: String, _ list: [PDFValue]) -> PDFValue {
        guard let old else { return .dictionary([(key, .array(list))]) }
        var edits: [PDFEdit] = [(key, .array(list))]
        if let (least, greatest) = place.limits(of: old) {
            edits.append(("/Limits", .array([.text(.string(bytes: least)), .text(.string(bytes: greatest))])))
        }
        return .edited(old, edits)
    }
}
