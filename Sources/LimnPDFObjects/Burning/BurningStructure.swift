// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the structure tree of a tagged document valid while annotations become page content (ISO 32000-2, 14.7.5).
///
/// A structure element may refer to an annotation by an object reference (OBJR). If the annotation is painted, a
/// reference to its marked content replaces this reference, so screen readers still find it in its place. Otherwise the
/// reference is removed. Changes are collected and then made by ``finish()``.
final class BurningStructure {
    private let file: QPDFHandle
    private let root: PDFObject
    private lazy var parents = ParentTree(root["/ParentTree"])
    /// Structure elements by ID, with the positions of annotations in their /K.
    private var elements: [ObjectID: (element: PDFObject, places: [ObjectID: Int])] = [:]
    /// The replacements of kids, by element and position; nil removes the kid.
    private var edits: [ObjectID: [Int: PDFObject?]] = [:]
    /// The new entries of the parent tree, by key, for the marked content of pages.
    private var contents: [Int: PDFObject] = [:]
    /// Annotations that cannot be found through the parent tree. Structure elements may refer to them anyway.
    private var lost: Set<ObjectID> = []
    /// Whether the document had a form. Some of its fields may not be on any page.
    private let hasForm: Bool
    private var hasChanged = false

    /// Prepares changes to a document; nil if it is not tagged.
    init?(_ file: QPDFHandle) throws(PDFObjectsError) {
        let catalog = try file.root()
        guard let root = catalog["/StructTreeRoot"], root.isDictionary else { return nil }
        self.file = file
        hasForm = catalog["/AcroForm"] != nil
        self.root = root
    }

    /// Replaces the reference to a painted annotation in its structure element by a reference to marked content.
    ///
    /// - Returns: the tag and number (MCID) with which to mark the content; nil if the annotation belongs to no
    ///   element.
    func mark(_ annotation: PDFObject, on page: PDFObject) throws(PDFObjectsError) -> (tag: PDFText, number: Int)? {
        guard page.identity != nil, let (element, id, place) = try takeReference(to: annotation) else { return nil }
        let list = try contentOfPage(page)
        let number = list.count
        try list.append(element)
        let reference = try file.newDictionary()
        try reference.set("/Type", try file.newName("/MCR"))
        try reference.set("/Pg", page)
        try reference.set("/MCID", try file.newInteger(number))
        edits[id, default: [:]][place] = .some(reference)
        let tag = try element["/S"].flatMap { object throws(PDFObjectsError) in
            object.key == nil || object.isIndirect ? nil : try object.unparsed()
        }
        return (tag ?? Array("/Span".utf8), number)
    }

    /// Removes the reference to an annotation that was not painted.
    func remove(_ annotation: PDFObject) throws(PDFObjectsError) {
        guard let (_, id, place) = try takeReference(to: annotation) else { return }
        edits[id, default: [:]][place] = .some(nil)
    }

    /// Makes all collected changes.
    func finish() throws(PDFObjectsError) {
        for (id, edits) in edits {
            if let element = elements[id]?.element { try Self.replace(edits, in: element) }
        }
        if !lost.isEmpty || hasForm { try removeLost() }
        guard hasChanged else { return }
        for (key, list) in contents { parents.entries[key] = list }
        let numbers = try file.newArray()
        for (key, value) in parents.entries.sorted(by: { $0.key < $1.key }) {
            try numbers.append(try file.newInteger(key))
            try numbers.append(value)
        }
        let tree = try file.newDictionary()
        try tree.set("/Nums", numbers)
        try root.set("/ParentTree", try file.makeIndirect(tree))
        let next = parents.nextKey
        if let known = root["/ParentTreeNextKey"]?.int, known >= next { return }
        try root.set("/ParentTreeNextKey", try file.newInteger(next))
    }

    /// Removes an annotation from the parent tree and returns the place of the reference to it; nil if there is none.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the parent tree is too large.
    private func takeReference(
        to annotation: PDFObject
    ) throws(PDFObjectsError) -> (element: PDFObject, id: ObjectID, place: Int)? {
        guard let annotationID = annotation.identity else { return nil }
        guard let key = annotation["/StructParent"]?.int else {
            lost.insert(annotationID)
            return nil
        }
        guard !parents.isTruncated else { throw PDFObjectsError(.tooComplex, cause: "the parent tree has no end") }
        guard let element = parents.entries[key], element.isDictionary, let id = element.identity else {
            lost.insert(annotationID)
            return nil
        }
        if elements[id] == nil { elements[id] = (element, Self.references(in: element)) }
        guard let place = elements[id]?.places.removeValue(forKey: annotationID) else {
            lost.insert(annotationID)
            return nil
        }
        parents.entries[key] = nil
        hasChanged = true
        return (element, id, place)
    }

    /// Returns the parent tree's entry for a page: the structure elements of its marked content, by MCID.
    private func contentOfPage(_ page: PDFObject) throws(PDFObjectsError) -> PDFObject {
        let stated = page["/StructParents"]?.int.flatMap { ParentTree.keys.contains($0) ? $0 : nil }
        let key = stated ?? parents.nextKey
        if let known = contents[key] { return known }
        let list = try file.newArray()
        if let old = parents.entries[key] {
            for index in 0..<old.count {
                if let item = old.item(index) { try list.append(item) }
            }
        }
        if stated == nil { try page.set("/StructParents", try file.newInteger(key)) }
        contents[key] = list
        parents.nextKey = max(parents.nextKey, key + 1)
        return list
    }

    /// Returns the positions of annotations in the kids of an element.
    private static func references(in element: PDFObject) -> [ObjectID: Int] {
        guard let kids = element["/K"] else { return [:] }
        var places: [ObjectID: Int] = [:]
        for index in 0..<(kids.isArray ? kids.count : 1) {
            let kid = kids.isArray ? kids.item(index) : kids
            if let kid, kid["/Type"]?.isName("/OBJR") == true, let id = kid["/Obj"]?.identity { places[id] = index }
        }
        return places
    }

    private static func replace(_ edits: [Int: PDFObject?], in element: PDFObject) throws(PDFObjectsError) {
        guard let kids = element["/K"] else { return }
        let list = try element.file.newArray()
        for index in 0..<(kids.isArray ? kids.count : 1) {
            if let edit = edits[index] {
                if let edit { try list.append(edit) }
            } else if let kid = kids.isArray ? kids.item(index) : kids {
                try list.append(kid)
            }
        }
        if list.count == 0 { try element.remove("/K") } else { try element.set("/K", list) }
    }

    /// Removes references to annotations that cannot be found through the parent tree, and to fields on no page.
    private func removeLost() throws(PDFObjectsError) {
        var walk = TreeWalk()
        // In real files, some elements can be reached only through the parent tree.
        for entry in parents.entries.sorted(by: { $0.key < $1.key }) { walk.push(entry.value) }
        walk.push(root)
        while let element = walk.pop() {
            guard let kids = element["/K"] else { continue }
            var edits: [Int: PDFObject?] = [:]
            for index in 0..<(kids.isArray ? kids.count : 1) {
                guard let kid = kids.isArray ? kids.item(index) : kids, kid.isDictionary else { continue }
                guard let object = kid["/Obj"], let id = object.identity else {
                    walk.push(kid)
                    continue
                }
                guard lost.contains(id) || object["/Subtype"]?.isName("/Widget") == true else { continue }
                edits[index] = .some(nil)
                guard let key = object["/StructParent"]?.int, let known = parents.entries[key]?.identity,
                    known == element.identity
                else { continue }
                parents.entries[key] = nil
                hasChanged = true
            }
            if !edits.isEmpty { try Self.replace(edits, in: element) }
        }
    }
}
