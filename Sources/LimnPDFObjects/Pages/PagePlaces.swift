// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds or makes, for pages that are to be changed in an update, an object that shows on that one page only.
///
/// A page that is listed once keeps its number. One that is listed several times, or under a node that is, or that is
/// no object of its own, is replaced in its place by a new object, and so are the nodes above it as far as that must be;
/// the first that need not be gets a new /Kids.
struct PagePlaces {
    /// How often each page or node is listed still.
    private var listings: [ObjectID: Int]
    private var nodes: [ObjectIdentifier: EditedNode] = [:]

    /// A node of the page tree whose /Kids change.
    private final class EditedNode {
        let id: ObjectID
        let base: PageTree.Node
        /// The new parent; nil where it stays.
        let parent: ObjectID?
        var kids: [PDFText]

        init(_ id: ObjectID, _ base: PageTree.Node, parent: ObjectID?) throws(PDFObjectsError) {
            self.id = id
            self.base = base
            self.parent = parent
            kids = []
            guard let list = base.object["/Kids"] else { return }
            for index in 0..<list.count { kids.append(try list.item(index)?.unparsed() ?? Array("null".utf8)) }
        }
    }

    init(listings: [ObjectID: Int]) { self.listings = listings }

    /// Whether nodes change.
    var changesTree: Bool { !nodes.isEmpty }

    /// The number for a changed page, and its parent where that is another now.
    mutating func place(
        of leaf: PageTree.Leaf, index: Int, in objects: inout UpdateObjects
    ) throws(PDFObjectsError) -> (id: ObjectID, parent: ObjectID?) {
        let isCopied = isReplaced(leaf)
        if let id = leaf.page.identity, !isCopied { return (id, nil) }
        var mustCopy = false
        let copied = leaf.ancestors.dropFirst().map { node in
            guard nodes[ObjectIdentifier(node)] == nil else { return false }
            mustCopy = mustCopy || isRepeated(node.object)
            return mustCopy || node.object.identity == nil
        }
        // The last node that need not be copied, with all below it.
        let first = copied.firstIndex(of: true) ?? copied.count
        guard leaf.ancestors.indices.contains(first) else {
            throw PDFObjectsError(.unsound, cause: "page \(index + 1) is no object of its own")
        }
        var parent = try node(leaf.ancestors[first], copiedUnder: nil, in: &objects)
        for index in first..<copied.count {
            parent = try node(leaf.ancestors[index + 1], copiedUnder: copied[index] ? parent : nil, in: &objects)
        }
        let id = objects.reserve()
        replaceKid(leaf.kid, of: parent, leaf.page.identity, by: id)
        return (id, parent.id)
    }

    /// Writes the changed nodes.
    func finish(in objects: inout UpdateObjects) throws(PDFObjectsError) {
        for node in nodes.values {
            var edits: [(key: String, value: PDFText?)] = [("/Kids", .array(node.kids))]
            if let parent = node.parent { edits.append(("/Parent", parent.reference)) }
            objects.set(node.id, try node.base.object.unparsed(replacing: edits))
        }
    }

    private func isRepeated(_ object: PDFObject) -> Bool { object.identity.map { (listings[$0] ?? 1) > 1 } ?? false }

    private func isReplaced(_ leaf: PageTree.Leaf) -> Bool {
        leaf.page.identity == nil || isRepeated(leaf.page)
            || leaf.ancestors.dropFirst().contains { nodes[ObjectIdentifier($0)] == nil && isRepeated($0.object) }
    }

    private mutating func node(
        _ node: PageTree.Node, copiedUnder parent: EditedNode?, in objects: inout UpdateObjects
    ) throws(PDFObjectsError) -> EditedNode {
        if let known = nodes[ObjectIdentifier(node)] { return known }
        let edited: EditedNode
        if let parent {
            edited = try EditedNode(objects.reserve(), node, parent: parent.id)
            replaceKid(node.kid, of: parent, node.object.identity, by: edited.id)
        } else {
            guard let id = node.object.identity else {
                throw PDFObjectsError(.unsound, cause: "its page tree is no object of its own")
            }
            edited = try EditedNode(id, node, parent: nil)
        }
        nodes[ObjectIdentifier(node)] = edited
        return edited
    }

    private mutating func replaceKid(_ place: Int, of parent: EditedNode, _ old: ObjectID?, by new: ObjectID) {
        if let old { listings[old, default: 1] -= 1 }
        listings[new] = 1
        if parent.kids.indices.contains(place) { parent.kids[place] = new.reference }
    }
}
