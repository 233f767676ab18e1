// SPDX-License-Identifier: GPL-3.0-or-later

extension PageUpdate {
    /// Adds a file to the document's name tree of embedded files, or, where that must not change, has it associated with
    /// the next annotation.
    ///
    /// The nodes of the tree on the way become new objects: what else refers to the old ones sees no change.
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
        var entries: PDFText = []
        for entry in file.streamEntries { entries.addEntry(entry.key, PDFText(entry.value.utf8)) }
        let stream = objects.add(stream: file.stored ?? StreamData(file.bytes), entries).reference
        var text = PDFText("<<".utf8)
        for entry in file.specificationEntries(name: name) { text.addEntry(entry.key, PDFText(entry.value.utf8)) }
        text.addEntry("/EF", .dictionary([("/F", stream), ("/UF", stream)]))
        let specification = objects.add(text + PDFText(">>".utf8))
        embedded = (specification, isSigned ? nil : Array(name.utf8))
        if isSigned {
            pendingAssociation = specification
            return
        }
        try addName(Array(name.utf8), specification)
        // PDF/A-3 wants every embedded file to be associated with something (ISO 19005-3, 6.8).
        if try document.archiveClaim()?.needsAssociation == true {
            let old = root["/AF"]
            var items: [PDFText] = []
            for place in 0..<(old?.count ?? 0) { items.append(try old?.item(place)?.unparsed() ?? Array("null".utf8)) }
            catalogEdits.append(("/AF", .array(items + [specification.reference])))
        }
    }

    private mutating func addName(_ key: [UInt8], _ specification: ObjectID) throws(PDFObjectsError) {
        let names = root["/Names"].flatMap { $0.isDictionary ? $0 : nil }
        let place = try NameTreePlace(of: key, in: names?["/EmbeddedFiles"])
        var pairs: [PDFText] = []
        if let old = place.leaf?["/Names"] {
            for index in 0..<old.count { pairs.append(try old.item(index)?.unparsed() ?? Array("null".utf8)) }
        }
        pairs.insert(contentsOf: [.string(bytes: key), specification.reference], at: place.index)
        var child = try node(place.leaf, place, ("/Names", .array(pairs)))
        for (parent, index) in place.path.reversed() {
            let id = objects.add(child)
            var kids: [PDFText] = []
            let old = parent["/Kids"]
            for index in 0..<(old?.count ?? 0) { kids.append(try old?.item(index)?.unparsed() ?? Array("null".utf8)) }
            kids[index] = id.reference
            child = try node(parent, place, ("/Kids", .array(kids)))
        }
        let edits: [(key: String, value: PDFText?)] = [("/EmbeddedFiles", objects.add(child).reference)]
        catalogEdits.append(("/Names", try names?.unparsed(replacing: edits) ?? .dictionary(edits)))
    }

    private func node(
        _ old: PDFObject?, _ place: NameTreePlace, _ edit: (key: String, value: PDFText?)
    ) throws(PDFObjectsError) -> PDFText {
        guard let old else { return .dictionary([edit]) }
        var edits = [edit]
        if let (least, greatest) = place.limits(of: old) {
            edits.append(("/Limits", .array([.string(bytes: least), .string(bytes: greatest)])))
        }
        return try old.unparsed(replacing: edits)
    }

    /// Makes sure that the embedded file is found in the document that was read back.
    func checkEmbedding(
        in root: PDFObject, leaf: (Int) throws(PDFObjectsError) -> PageTree.Leaf?, _ fail: (String) -> PDFObjectsError
    ) throws(PDFObjectsError) {
        guard let embedded else { return }
        if let key = embedded.key {
            let found = EmbeddedFileTree(root).entries.first { $0.key == key }
            guard found?.specification.identity == embedded.specification else {
                throw fail("the source ink is not among the embedded files")
            }
        } else {
            var isFound = false
            for index in annotations.keys where !isFound {
                isFound =
                    try leaf(index)?.page["/Annots"]?.items.contains { annotation in
                        annotation["/AF"]?.items.contains { $0.identity == embedded.specification } ?? false
                    } ?? false
            }
            guard isFound else { throw fail("no annotation has the source ink") }
        }
    }
}
