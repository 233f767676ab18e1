// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts several copies of a form's pages into one document, each with its own fields.
///
/// The document's own pages are the first copy. The other copies share its fonts, pictures and contents. Pages,
/// annotations and fields are copied, and references to them lead to the objects of the same copy. The fields of a copy
/// are below a field with the copy's name, which is the first part of their full names (ISO 32000-2, 12.7.4.2).
struct FormRepeater {
    let file: QPDFHandle
    private let leaves: [PageTree.Leaf]
    /// The dictionaries that are copied, each listed once: pages, annotations and fields.
    private var own: [PDFObject] = []
    private var places: [ObjectID: Int] = [:]
    /// The indices in ``own`` of the fields at the root of the form.
    private var roots: [Int] = []
    private let pages: PDFObject

    /// The entries that pages inherit from the page tree (ISO 32000-2, 7.7.3.4).
    private static let inherited: [String] = ["/Resources", "/MediaBox", "/CropBox", "/Rotate"]
    /// The entries that may refer to pages or fields. Their values are copied even if they are indirect objects.
    private static let followed: Set<String> = ["/A", "/AA", "/Annots", "/Dest", "/Kids", "/PA"]
    /// The entries that are not copied: places in the structure tree, which are unique, and article beads, which form
    /// one chain.
    private static let single: Set<String> = ["/StructParent", "/StructParents", "/B"]
    private static let depthLimit = 100

    /// Finds the dictionaries to copy.
    ///
    /// - Throws: ``PDFObjectsError`` with `damaged`, `tooComplex`, `noPages`.
    init(_ document: ObjectDocument) throws(PDFObjectsError) {
        file = document.file
        var leaves: [PageTree.Leaf] = []
        for index in 0..<(try document.tree.count()) { leaves.append(try document.tree.leaf(at: index)) }
        guard !leaves.isEmpty else { throw PDFObjectsError(.noPages) }
        self.leaves = leaves
        pages = try file.makeIndirect(try file.newDictionary())
        for leaf in leaves {
            try add(leaf.page, "a page")
            for annotation in leaf.page["/Annots"]?.items ?? [] where annotation.isIndirect && annotation.isDictionary {
                try add(annotation, "an annotation")
            }
        }
        let index = try document.formIndex()
        guard !index.isTruncated else { throw PDFObjectsError(.tooComplex, cause: "the form has too many fields") }
        var seen: Set<Int> = []
        for field in index.fields {
            for node in field.nodes {
                for object in [node.object] + node.parents { try add(object, "a field") }
                let root = node.parents.last ?? node.object
                if let place = root.identity.flatMap({ places[$0] }), seen.insert(place).inserted {
                    roots.append(place)
                }
            }
            for widget in field.widgets { try add(widget.object, "a field") }
        }
    }

    private mutating func add(_ object: PDFObject, _ what: String) throws(PDFObjectsError) {
        guard let id = object.identity else {
            throw PDFObjectsError(.damaged, cause: "\(what) is not an object of its own")
        }
        guard places.updateValue(places[id] ?? own.count, forKey: id) == nil else { return }
        own.append(object)
    }

    /// Makes the copies.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the result would have too many fields or pages.
    func apply(_ copies: [FormCopy]) throws(PDFObjectsError) {
        // ``FormIndex`` limits the number of a form's dictionaries. A copy adds at most as many as `own` contains.
        guard !copies.isEmpty, copies.count <= FormIndex.limit / (own.count + 1),
            copies.count <= PageTree.limit / (leaves.count + 1)
        else { throw PDFObjectsError(.tooComplex, cause: "so many copies of its fields are too many for one document") }
        var all: [(pages: [PDFObject], roots: [PDFObject])] = []
        for _ in copies.dropFirst() {
            let new = try newObjects()
            for (old, copy) in zip(own, new) { try fill(copy, from: old, new) }
            all.append((try finishPages(new), roots.map { new[$0] }))
        }
        for node in own { try removeCalculation(from: node) }
        all.insert((try finishPages(own), roots.map { own[$0] }), at: 0)
        let root = try file.root()
        let kids = try file.newArray()
        for page in all.flatMap(\.pages) { try kids.append(page) }
        try pages.set("/Type", try file.newName("/Pages"))
        try pages.set("/Count", try file.newInteger(kids.count))
        try pages.set("/Kids", kids)
        try root.set("/Pages", pages)
        try root.remove("/PageLabels")
        try root.set("/Outlines", try outline(copies, all.compactMap(\.pages.first)))
        try root.set("/PageMode", try file.newName("/UseOutlines"))
        let fields = try file.newArray()
        for (copy, made) in zip(copies, all) { try addFields(made.roots, of: copy, to: fields) }
        try finishForm(fields, in: root)
    }

    // MARK: Copies

    private func newObjects() throws(PDFObjectsError) -> [PDFObject] {
        var new: [PDFObject] = []
        for _ in own { new.append(try file.makeIndirect(try file.newDictionary())) }
        return new
    }

    private func fill(_ copy: PDFObject, from old: PDFObject, _ new: [PDFObject]) throws(PDFObjectsError) {
        for key in old.keys {
            let name = String(decoding: key.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard !Self.single.contains(name), var value = old[key] else { continue }
            if Self.followed.contains(name) {
                value = try copied(value, new, followsReference: true, depth: 0)
                if name == "/AA", value.isDictionary { try value.remove("/C") }
            } else {
                value = try copied(value, new, followsReference: false, depth: 0)
            }
            try copy.set(key, value)
        }
    }

    /// Returns a value whose references lead to this copy's objects.
    private func copied(
        _ value: PDFObject, _ new: [PDFObject], followsReference: Bool, depth: Int
    ) throws(PDFObjectsError) -> PDFObject {
        guard depth < Self.depthLimit else { throw PDFObjectsError(.tooComplex) }
        if let id = value.identity {
            if let place = places[id] { return new[place] }
            guard followsReference, !value.isStream else { return value }
        }
        if value.isDictionary {
            let copy = try file.newDictionary()
            for key in value.keys {
                guard let item = value[key] else { continue }
                try copy.set(key, try copied(item, new, followsReference: false, depth: depth + 1))
            }
            return copy
        }
        guard value.isArray else { return value }
        let copy = try file.newArray()
        for index in 0..<value.count {
            guard let item = value.item(index) else { continue }
            try copy.append(try copied(item, new, followsReference: false, depth: depth + 1))
        }
        return copy
    }

    /// Puts the pages of a copy below the new page tree, with their inherited values, and returns them.
    private func finishPages(_ objects: [PDFObject]) throws(PDFObjectsError) -> [PDFObject] {
        var made: [PDFObject] = []
        for leaf in leaves {
            guard let page = leaf.page.identity.flatMap({ places[$0] }).map({ objects[$0] }) else { continue }
            for key in Self.inherited where page[key] == nil {
                if let value = leaf.inherited({ $0[key] }) { try page.set(key, value) }
            }
            try page.set("/Parent", pages)
            made.append(page)
        }
        return made
    }

    /// Removes a node's calculation. The names in it are not those of the copies' fields, so viewers would use fields
    /// that do not exist.
    private func removeCalculation(from node: PDFObject) throws(PDFObjectsError) {
        if let actions = node["/AA"], actions.isDictionary, actions["/C"] != nil { try actions.remove("/C") }
    }
}
