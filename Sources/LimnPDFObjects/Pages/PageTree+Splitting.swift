// SPDX-License-Identifier: GPL-3.0-or-later

extension PageTree {
    /// Makes sure that a leaf is listed once only, so that a change to its page shows on no other page.
    ///
    /// A page that is listed twice, or under a node that is listed twice, is replaced in its place by a copy, and so
    /// are the nodes above it up to the first that is listed twice. After a throw the tree may hold copies that look
    /// like what they replaced.
    func isolate(_ leaf: Leaf) throws(PDFObjectsError) {
        _ = try allListings()
        func isRepeated(_ object: PDFObject) -> Bool { object.identity.map { (listings[$0] ?? 1) > 1 } ?? false }
        guard let top = leaf.ancestors.first else { return }
        var mustCopy = false
        var parent = top
        for node in leaf.ancestors.dropFirst() {
            mustCopy = mustCopy || isRepeated(node.object)
            if mustCopy { node.object = try replaceKid(node.kid, of: parent, node.object, isNode: true) }
            parent = node
        }
        if mustCopy || isRepeated(leaf.page) || leaf.page.identity == nil {
            leaf.page = try replaceKid(leaf.kid, of: parent, leaf.page, isNode: false)
        }
    }

    private func replaceKid(
        _ place: Int, of parent: Node, _ kid: PDFObject, isNode: Bool
    ) throws(PDFObjectsError) -> PDFObject {
        let copy = try kid.shallowCopy()
        try copy.set("/Parent", parent.object)
        if isNode { try copy.set("/Kids", copiedKids(of: kid)) }
        let object = try kid.file.makeIndirect(copy)
        try ownKids(of: parent).setItem(place, object)
        recordReplacement(of: kid, by: object)
        return object
    }

    /// The /Kids of a node; an array that stands apart, and so may serve several nodes, is copied first.
    private func ownKids(of node: Node) throws(PDFObjectsError) -> PDFObject {
        if let kids = node.object["/Kids"], !kids.isIndirect { return kids }
        let kids = try copiedKids(of: node.object)
        try node.object.set("/Kids", kids)
        return kids
    }

    private func copiedKids(of node: PDFObject) throws(PDFObjectsError) -> PDFObject {
        let list = try node.file.newArray()
        guard let kids = node["/Kids"] else { return list }
        for index in 0..<kids.count {
            if let item = kids.item(index) { try list.append(item) }
        }
        return list
    }
}
