// SPDX-License-Identifier: GPL-3.0-or-later

/// Checks that an appended export has extended the structure tree of a tagged document by elements of pages with ink, and has
/// changed nothing else in it.
struct StructureAudit {
    private let original: ObjectDocument
    private let export: ObjectDocument
    /// The identities of the pages with ink in the export.
    private let pages: Set<ObjectID>

    /// The tags of elements that ink may add.
    private static let tags: Set<String> = ["P", "Figure", "Annot", "Link"]

    init(_ original: ObjectDocument, _ export: ObjectDocument, inkedPages: Set<Int>) throws(PDFObjectsError) {
        (self.original, self.export) = (original, export)
        var pages: Set<ObjectID> = []
        for index in inkedPages {
            if let id = try export.tree.leaf(at: index).page.identity { pages.insert(id) }
        }
        self.pages = pages
    }

    private static func fault(_ what: String) -> PDFObjectsError {
        UpdateAudit.fault("the structure of the document \(what)")
    }

    /// Checks the changed objects of the structure tree, and removes their numbers.
    ///
    /// - Parameter left: the numbers of the original's objects that the update replaces and that nothing has explained yet.
    func check(_ left: inout Set<Int>) throws(PDFObjectsError) {
        guard !left.isEmpty, let additions = try StructureAdditions(to: original) else { return }
        let (root, container) = (additions.root, additions.container)
        func taken(_ object: PDFObject?) throws(PDFObjectsError) -> (old: PDFObject, new: PDFObject)? {
            guard let object, let id = object.identity, left.remove(Int(id.number)) != nil else { return nil }
            return (object, try export.file.object(id))
        }
        if let (old, new) = try taken(root) {
            let ownsKids = container.identity == root.identity
            let parents = old["/ParentTree"]
            let isApart = parents?.isDictionary == true && parents?.identity != nil
            let keys = ["/ParentTreeNextKey"] + (ownsKids ? ["/K"] : []) + (isApart ? [] : ["/ParentTree"])
            guard try old.isEqual(to: new, besides: keys) else { throw Self.fault("has another root") }
            if !isApart, let parents, parents.isDictionary { try Self.checkParents(parents, new["/ParentTree"]) }
            if ownsKids { try checkKids(old, new) }
        }
        if container.identity != root.identity, let (old, new) = try taken(container) {
            guard try old.isEqual(to: new, besides: ["/K"]) else { throw Self.fault("has another top element") }
            try checkKids(old, new)
        }
        if let (old, new) = try taken(root["/ParentTree"]) { try Self.checkParents(old, new) }
    }

    /// Checks that a parent tree has only gained entries.
    private static func checkParents(_ old: PDFObject, _ new: PDFObject?) throws(PDFObjectsError) {
        guard let new, try old.isEqual(to: new, besides: ["/Nums", "/Kids", "/Limits"]),
            try begins(new["/Nums"], with: old["/Nums"]), try begins(new["/Kids"], with: old["/Kids"])
        else { throw fault("has lost parents of its content") }
    }

    /// Checks that all old kids are there in their order, and that all others are new elements of pages with ink.
    private func checkKids(_ old: PDFObject, _ new: PDFObject) throws(PDFObjectsError) {
        let (before, after) = (Self.items(old["/K"]), Self.items(new["/K"]))
        var next = 0
        for kid in after {
            if next < before.count, try before[next].unparsed() == (try kid.unparsed()) {
                next += 1
                continue
            }
            guard try isAddition(kid, below: new) else { throw Self.fault("has elements that are not of the ink") }
        }
        guard next == before.count else { throw Self.fault("has lost elements") }
    }

    private func isAddition(_ element: PDFObject, below parent: PDFObject) throws(PDFObjectsError) -> Bool {
        guard element.identity != nil, let tag = element["/S"]?.name, Self.tags.contains(tag),
            element["/P"]?.identity == parent.identity, let page = element["/Pg"]?.identity, pages.contains(page),
            let kid = element["/K"], kid.isDictionary
        else { return false }
        return kid["/Type"]?.isName("/MCR") == true || kid["/Type"]?.isName("/OBJR") == true
    }

    private static func items(_ kids: PDFObject?) -> [PDFObject] {
        kids.map { $0.isArray ? $0.items : [$0] } ?? []
    }

    /// Returns whether an array begins with the items of another one.
    private static func begins(_ new: PDFObject?, with old: PDFObject?) throws(PDFObjectsError) -> Bool {
        guard let old else { return true }
        guard let new, new.count >= old.count else { return false }
        for index in 0..<old.count {
            guard try old.item(index)?.unparsed() == (try new.item(index)?.unparsed()) else { return false }
        }
        return true
    }
}
