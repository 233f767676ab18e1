// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts the pages of a document that will be rewritten into another order, in which pages may be missing or appear
/// several times.
///
/// The first appearance of a page is the page itself, so links and outline items lead to it. A further appearance is a
/// copy with its own annotations. A widget on it belongs to the same field as the original, so both show one value.
/// Pages that are left out become null, and the widgets on them leave the form. Links and outline
/// items that lead to them are removed.
struct PageArranger {
    private let file: QPDFHandle
    private let root: PDFObject
    private let leaves: [PageTree.Leaf]
    private let pages: PDFObject
    /// The fields that take the place of a dictionary that was a field and its widget.
    private var split: [ObjectID: PDFObject] = [:]
    /// The widgets and fields that are not part of the form any more.
    private var removed: Set<ObjectID> = []
    /// The fields whose kids have changed. A field that was made by separation is none of them, because its kid keeps
    /// the identity that is replaced elsewhere.
    private var touched: [ObjectID: PDFObject] = [:]

    /// The entries that pages inherit from the page tree (ISO 32000-2, 7.7.3.4).
    private static let inherited: [String] = ["/Resources", "/MediaBox", "/CropBox", "/Rotate"]
    /// The entries of a page that a copy does not get: its annotations, which are copied, its place in the structure
    /// tree, which is unique, and article beads, which form one chain.
    private static let single = ["/Annots", "/StructParents", "/B", "/Parent"]
    /// The entries of a field, which a widget of its own does not have (ISO 32000-2, 12.7.4).
    private static let ofField = [
        "/FT", "/Parent", "/T", "/TU", "/TM", "/Ff", "/V", "/DV", "/Opt", "/MaxLen", "/TI", "/I", "/Lock", "/SV",
        "/DS", "/RV",
    ]
    /// The entries that fields and widgets share.
    private static let ofBoth = ["/DA", "/Q", "/AA"]

    init(_ document: ObjectDocument) throws(PDFObjectsError) {
        file = document.file
        root = try file.root()
        var leaves: [PageTree.Leaf] = []
        for index in 0..<(try document.tree.count()) { leaves.append(try document.tree.leaf(at: index)) }
        self.leaves = leaves
        pages = try file.makeIndirect(try file.newDictionary())
    }

    /// Puts the pages in order.
    ///
    /// - Parameter order: the old index of each page.
    /// - Throws: ``PDFObjectsError`` with `noSuchPage`, `tooComplex`, `noPages`.
    mutating func apply(_ order: [Int]) throws(PDFObjectsError) {
        guard !order.isEmpty else { throw PDFObjectsError(.noPages) }
        guard order.count <= PageTree.limit else { throw PDFObjectsError(.tooComplex) }
        if let wrong = order.first(where: { !leaves.indices.contains($0) }) {
            throw PDFObjectsError(.noSuchPage, page: wrong + 1, pageCount: leaves.count)
        }
        let labels = PageLabels(root: root)
        var used: Set<ObjectID> = []
        let kids = try file.newArray()
        for index in order {
            let leaf = leaves[index]
            var page = leaf.page
            if page.identity == nil { page = try file.makeIndirect(page) }
            if let id = leaf.page.identity, !used.insert(id).inserted { page = try copy(of: leaf) }
            for key in Self.inherited where page[key] == nil {
                if let value = leaf.inherited({ $0[key] }) { try page.set(key, value) }
            }
            try page.set("/Parent", pages)
            try kids.append(page)
        }
        for leaf in leaves {
            guard let id = leaf.page.identity, !used.contains(id) else { continue }
            for annotation in leaf.page["/Annots"]?.items ?? [] { leave(annotation) }
        }
        try finishForm()
        let gone = Set(leaves.compactMap(\.page.identity)).subtracting(used)
        if !gone.isEmpty {
            let targets = LeftOutTargets(file, root: root, gone: gone)
            for page in kids.items { try targets.removeLinks(on: page) }
            try targets.pruneOutline()
        }
        for leaf in leaves {
            guard let id = leaf.page.identity, used.insert(id).inserted else { continue }
            try file.replace(id, with: try file.newNull())
        }
        try pages.set("/Type", try file.newName("/Pages"))
        try pages.set("/Count", try file.newInteger(kids.count))
        try pages.set("/Kids", kids)
        try root.set("/Pages", pages)
        if let labels { try RewritingSink(file).edit(root, [("/PageLabels", labels.tree(for: order))]) }
    }

    // MARK: Copies

    private mutating func copy(of leaf: PageTree.Leaf) throws(PDFObjectsError) -> PDFObject {
        let page = try file.makeIndirect(try leaf.page.shallowCopy())
        for key in Self.single where page[key] != nil { try page.remove(key) }
        let old = (leaf.page["/Annots"]?.items ?? []).filter(\.isDictionary)
        guard !old.isEmpty else { return page }
        var made: [PDFObject] = []
        var copies: [ObjectID: PDFObject] = [:]
        let list = try file.newArray()
        for annotation in old {
            let copy = try file.makeIndirect(try annotation.shallowCopy())
            if copy["/StructParent"] != nil { try copy.remove("/StructParent") }
            try copy.set("/P", page)
            try list.append(copy)
            made.append(copy)
            if let id = annotation.identity { copies[id] = copy }
        }
        for (annotation, copy) in zip(old, made) {
            for key in ["/Popup", "/IRT"] {
                if let id = annotation[key]?.identity, let other = copies[id] { try copy.set(key, other) }
            }
            if annotation["/Subtype"]?.isName("/Popup") == true, let id = annotation["/Parent"]?.identity,
                let other = copies[id]
            {
                try copy.set("/Parent", other)
            }
            try retarget(copy, from: leaf.page.identity, to: page)
            if annotation["/Subtype"]?.isName("/Widget") == true { try join(copy, annotation) }
        }
        try page.set("/Annots", list)
        return page
    }

    /// Makes a link within a page lead to the copy on which it lies.
    private func retarget(
        _ annotation: PDFObject, from old: ObjectID?, to page: PDFObject
    ) throws(PDFObjectsError) {
        guard let old else { return }
        if let target = annotation["/Dest"], let moved = try moved(target, from: old, to: page) {
            try annotation.set("/Dest", moved)
        }
        if let action = annotation["/A"], action.isDictionary, action["/S"]?.isName("/GoTo") == true,
            let target = action["/D"], let moved = try moved(target, from: old, to: page)
        {
            let copy = try action.shallowCopy()
            try copy.set("/D", moved)
            try annotation.set("/A", copy)
        }
    }

    private func moved(
        _ target: PDFObject, from old: ObjectID, to page: PDFObject
    ) throws(PDFObjectsError) -> PDFObject? {
        guard target.isArray, target.item(0)?.identity == old else { return nil }
        let array = try file.newArray()
        try array.append(page)
        for place in 1..<max(1, target.count) {
            if let item = target.item(place) { try array.append(item) }
        }
        return array
    }

    // MARK: Fields

    /// Makes a copy of a widget belong to the field of the original.
    private mutating func join(_ copy: PDFObject, _ widget: PDFObject) throws(PDFObjectsError) {
        guard let id = widget.identity else { return }
        let field: PDFObject
        if widget["/T"] != nil || (widget["/FT"] != nil && widget["/Parent"] == nil) {
            field = try separated(widget, id)
        } else if let parent = widget["/Parent"], parent.isDictionary {
            field = parent
        } else {
            return
        }
        for key in Self.ofField where copy[key] != nil { try copy.remove(key) }
        try copy.set("/Parent", field)
        if let kids = field["/Kids"], kids.isArray {
            try kids.append(copy)
        } else {
            let kids = try file.newArray()
            try kids.append(copy)
            try field.set("/Kids", kids)
        }
    }

    /// Separates a dictionary that is a field and its widget. It stays the widget.
    private mutating func separated(_ widget: PDFObject, _ id: ObjectID) throws(PDFObjectsError) -> PDFObject {
        let field = try file.makeIndirect(try file.newDictionary())
        for key in Self.ofField + Self.ofBoth {
            guard let value = widget[key] else { continue }
            try field.set(key, value)
            if !Self.ofBoth.contains(key) { try widget.remove(key) }
        }
        if let parent = field["/Parent"], let parentID = parent.identity { touched[parentID] = parent }
        let kids = try file.newArray()
        try kids.append(widget)
        try field.set("/Kids", kids)
        try widget.set("/Parent", field)
        split[id] = field
        return field
    }

    /// Takes a widget on a page that is left out from the form.
    private mutating func leave(_ annotation: PDFObject) {
        guard annotation.isDictionary, annotation["/Subtype"]?.isName("/Widget") == true, let id = annotation.identity
        else { return }
        removed.insert(id)
        if let parent = annotation["/Parent"], let parentID = parent.identity { touched[parentID] = parent }
    }

    /// Updates the lists of kids and fields.
    private mutating func finishForm() throws(PDFObjectsError) {
        while let (id, holder) = touched.popFirst() {
            guard !removed.contains(id), let old = holder["/Kids"], old.isArray else { continue }
            let kids = try updated(old)
            try holder.set("/Kids", kids)
            guard kids.count == 0 else { continue }
            removed.insert(id)
            if let parent = holder["/Parent"], let parentID = parent.identity { touched[parentID] = parent }
        }
        guard !removed.isEmpty || !split.isEmpty, let form = root["/AcroForm"], form.isDictionary else { return }
        for key in ["/Fields", "/CO"] {
            if let list = form[key], list.isArray { try form.set(key, try updated(list)) }
        }
    }

    private func updated(_ list: PDFObject) throws(PDFObjectsError) -> PDFObject {
        let new = try file.newArray()
        for item in list.items {
            if let id = item.identity {
                if removed.contains(id) { continue }
                if let field = split[id] {
                    try new.append(field)
                    continue
                }
            }
            try new.append(item)
        }
        return new
    }
}
