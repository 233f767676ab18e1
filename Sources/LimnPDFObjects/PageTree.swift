// SPDX-License-Identifier: GPL-3.0-or-later

/// The leaves of a page tree in order, found on demand.
///
/// /Kids is followed, never /Parent or /Count, as poppler does. Nodes may lack /Type; a dictionary with /Kids that does
/// not call itself a /Page is a node. Kids that are null or no dictionary are passed over, and so is a kid that is its
/// own ancestor.
final class PageTree {
    /// A page and the way to it.
    final class Leaf {
        /// The page's dictionary.
        var page: PDFObject
        /// The nodes from the root of the tree to the page's parent.
        let ancestors: [Node]
        /// The page's place in its parent's /Kids.
        let kid: Int

        init(page: PDFObject, ancestors: [Node], kid: Int) {
            self.page = page
            self.ancestors = ancestors
            self.kid = kid
        }
    }

    /// A node that is being or has been walked; a node listed twice is walked twice, as two values.
    final class Node {
        var object: PDFObject
        /// The node's place in its own parent's /Kids.
        let kid: Int
        fileprivate let kids: PDFObject?
        fileprivate let count: Int
        fileprivate var next = 0
        fileprivate let identity: ObjectID?

        init(object: PDFObject, kid: Int) {
            self.object = object
            self.kid = kid
            identity = object.identity
            kids = object["/Kids"]
            count = kids?.count ?? 0
        }
    }

    /// More kids than this are taken for an attack: nodes that list one another make pages without end.
    static let limit = 250_000
    /// Trees deeper than this are taken for an attack; real ones need fewer than ten levels.
    static let depthLimit = 500

    private var open: [Node] = []
    private var leaves: [Leaf] = []
    private var visited = 0
    /// How often each indirect page or node is listed, as far as the walk has come.
    private(set) var listings: [ObjectID: Int] = [:]

    init(root: PDFObject) {
        guard let pages = root["/Pages"], pages.isDictionary else { return }
        // A single page in the place of the tree is malformed, but shown by viewers.
        if pages["/Kids"] == nil, pages["/Type"]?.isName("/Page") == true {
            leaves = [Leaf(page: pages, ancestors: [], kid: 0)]
        } else {
            open = [Node(object: pages, kid: 0)]
        }
    }

    /// The number of leaves, after walking the whole tree.
    func count() throws(PDFObjectsError) -> Int {
        while try advance() {}
        return leaves.count
    }

    /// The leaf at an index, after walking as far as that.
    func leaf(at index: Int) throws(PDFObjectsError) -> Leaf {
        while index >= leaves.count, try advance() {}
        guard leaves.indices.contains(index) else {
            let count = try count()
            throw count == 0
                ? PDFObjectsError(.noPages) : PDFObjectsError(.noSuchPage, page: index + 1, pageCount: count)
        }
        return leaves[index]
    }

    /// How often each indirect page or node is listed, after walking the whole tree.
    func allListings() throws(PDFObjectsError) -> [ObjectID: Int] {
        _ = try count()
        return listings
    }

    /// Notes that one listing of an object has become a listing of its copy.
    func recordReplacement(of old: PDFObject, by new: PDFObject) {
        if let id = old.identity { listings[id, default: 1] -= 1 }
        if let id = new.identity { listings[id] = 1 }
    }

    /// Visits one kid; false when none is left.
    private func advance() throws(PDFObjectsError) -> Bool {
        guard let node = open.last else { return false }
        guard let kids = node.kids, node.next < node.count else {
            open.removeLast()
            return !open.isEmpty
        }
        let place = node.next
        node.next += 1
        visited += 1
        guard visited <= Self.limit else { throw PDFObjectsError(.tooComplex, cause: "the page tree has no end") }
        guard let kid = kids.item(place), kid.isDictionary else { return true }
        let identity = kid.identity
        if let identity { listings[identity, default: 0] += 1 }
        if kid["/Kids"] == nil || kid["/Type"]?.isName("/Page") == true {
            leaves.append(Leaf(page: kid, ancestors: open, kid: place))
        } else if identity == nil || !open.contains(where: { $0.identity == identity }) {
            guard open.count < Self.depthLimit else {
                throw PDFObjectsError(.tooComplex, cause: "the page tree is too deep")
            }
            open.append(Node(object: kid, kid: place))
        }
        return true
    }
}

extension PageTree.Leaf {
    /// The value of an inheritable key: the nearest one, from the page up, that `usable` accepts.
    func inherited<Value>(_ usable: (PDFObject) -> Value?) -> Value? {
        if let value = usable(page) { return value }
        for node in ancestors.reversed() {
            if let value = usable(node.object) { return value }
        }
        return nil
    }
}
