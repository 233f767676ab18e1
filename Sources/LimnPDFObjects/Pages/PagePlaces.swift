// SPDX-License-Identifier: GPL-3.0-or-later

/// Ensures that a change to one page affects no other page.
///
/// A page object that the page tree lists once can be edited. A copy takes its place if the page or one of its
/// ancestors is listed several times, or if the page is a direct object. Ancestors are copied as far as necessary, and
/// the node above the topmost copy gets a new /Kids.
struct PagePlaces {
    /// How many times each page or node is still listed.
    private var listings: [ObjectID: Int]
    private var nodes: [ObjectIdentifier: EditedNode] = [:]

    /// A node of the page tree with changed /Kids.
    private final class EditedNode {
        let id: ObjectID
        let base: PageTree.Node
        /// The new parent; nil if this node is not a copy.
        let parent: ObjectID?
        var kids: [PDFValue]

        init(_ id: ObjectID, _ base: PageTree.Node, parent: ObjectID?) {
            self.id = id
            self.base = base
            self.parent = parent
            kids = PDFValue.items(of: base.object["/Kids"])
        }
    }

    init(listings: [ObjectID: Int]) { self.listings = listings }

    /// Whether nodes of the page tree change.
    var changesTree: Bool { !nodes.isEmpty }

    /// Reserves an object number for a copy of a page and puts the copy into the page tree.
    ///
    /// - Returns: the IDs of the copy and of its parent; nil if the page itself can be edited.
    mutating func copy(
        of leaf: PageTree.Leaf, index: Int, in sink: inout some ObjectSink
    ) throws(PDFObjectsError) -> (id: ObjectID, parent: ObjectID)? {
        guard needsCopy(leaf), !leaf.ancestors.isEmpty else { return nil }
        var mustCopy = false
        let copied = leaf.ancestors.dropFirst().map { node in
            guard nodes[ObjectIdentifier(node)] == nil else { return false }
            mustCopy = mustCopy || isRepeated(node.object)
            return mustCopy || node.object.identity == nil
        }
        // The copies begin below this node, so its /Kids are edited.
        let first = copied.firstIndex(of: true) ?? copied.count
        var parent = try node(leaf.ancestors[first], copiedUnder: nil, in: &sink)
        for index in first..<copied.count {
            parent = try node(leaf.ancestors[index + 1], copiedUnder: copied[index] ? parent : nil, in: &sink)
        }
        let id = try sink.reserve()
        replaceKid(leaf.kid, of: parent, leaf.page.identity, by: id)
        return (id, parent.id)
    }

    /// Writes the changed nodes.
    func finish(in sink: inout some ObjectSink) throws(PDFObjectsError) {
        for node in nodes.values.sorted(by: { $0.id.number < $1.id.number }) {
            let kids: PDFEdit = ("/Kids", .array(node.kids))
            if let parent = node.parent {
                let value = PDFValue.edited(node.base.object, [kids, ("/Parent", .reference(parent))])
                try sink.set(node.id, to: value, isCompressible: false)
            } else {
                try sink.edit(node.base.object, [kids])
            }
        }
    }

    private func isRepeated(_ object: PDFObject) -> Bool { object.identity.map { (listings[$0] ?? 1) > 1 } ?? false }

    private func needsCopy(_ leaf: PageTree.Leaf) -> Bool {
        leaf.page.identity == nil || isRepeated(leaf.page)
            || leaf.ancestors.dropFirst().contains { nodes[ObjectIdentifier($0)] == nil && isRepeated($0.object) }
    }

    private mutating func node(
        _ node: PageTree.Node, copiedUnder parent: EditedNode?, in sink: inout some ObjectSink
    ) throws(PDFObjectsError) -> EditedNode {
        if let known = nodes[ObjectIdentifier(node)] { return known }
        let edited: EditedNode
        if let parent {
            edited = EditedNode(try sink.reserve(), node, parent: parent.id)
            replaceKid(node.kid, of: parent, node.object.identity, by: edited.id)
        } else {
            edited = EditedNode(try sink.number(of: node.object), node, parent: nil)
        }
        nodes[ObjectIdentifier(node)] = edited
        return edited
    }

    private mutating func replaceKid(_ place: Int, of parent: EditedNode, _ old: ObjectID?, by new: ObjectID) {
        if let old { listings[old, default: 1] -= 1 }
        listings[new] = 1
        if parent.kids.indices.contains(place) { parent.kids[place] = .reference(new) }
    }
}
