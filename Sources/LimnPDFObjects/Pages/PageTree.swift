// SPDX-License-Identifier: GPL-3.0-or-later

/// The leaves of a page tree in order, found on demand.
///
/// /Kids is followed, never /Parent, as poppler does. Nodes may lack /Type; a dictionary with /Kids that does not call
/// itself a /Page is a node. Kids that are null or no dictionary are passed over, and so is a kid that is its own
/// ancestor.
///
/// A node whose /Count is the number of its kids, of which the first and the last are pages, is trusted to have pages
/// only: these are not looked at until they are asked for, which is what makes documents of ten thousand pages quick.
/// Where the tree contradicts itself (the root's /Count is not the number of leaves, or a kid turns out to be none),
/// every kid is looked at instead.
final class PageTree {
    /// A page and the way to it.
    final class Leaf {
        /// The page's dictionary.
        let page: PDFObject
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
        let object: PDFObject
        /// The node's place in its own parent's /Kids.
        let kid: Int
        let kids: PDFObject?
        let count: Int
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

    /// Pages that follow one another: one that was looked at, or all kids of a node.
    private struct Run {
        let first: Int
        let count: Int
        let ancestors: [Node]
        /// The pages that have been looked at, by their place.
        var leaves: [Int: Leaf]
    }

    /// More kids than this are taken for an attack: nodes that list one another make pages without end.
    static let limit = 250_000
    /// Trees deeper than this are taken for an attack; real ones need fewer than ten levels.
    static let depthLimit = 500

    private let root: PDFObject?
    /// Whether /Count is trusted where it agrees with /Kids.
    private var trustsCounts = true
    private var open: [Node] = []
    private var runs: [Run] = []
    private var leafCount = 0
    private var visited = 0
    /// How often each indirect page or node is listed, as far as they were counted.
    private(set) var listings: [ObjectID: Int] = [:]
    /// The runs whose pages are still to be counted in `listings`.
    private var uncounted: [Int] = []

    init(root: PDFObject) {
        self.root = root["/Pages"].flatMap { $0.isDictionary ? $0 : nil }
        start()
    }

    private func start() {
        (open, runs, leafCount, visited, listings, uncounted) = ([], [], 0, 0, [:], [])
        guard let root else { return }
        // A single page in the place of the tree is malformed, but shown by viewers.
        if root["/Kids"] == nil, root["/Type"]?.isName("/Page") == true {
            add(Leaf(page: root, ancestors: [], kid: 0))
        } else {
            open = [Node(object: root, kid: 0)]
        }
    }

    /// The number of leaves, after walking the whole tree.
    func count() throws(PDFObjectsError) -> Int {
        while try advance() {}
        if trustsCounts, runs.contains(where: { $0.leaves.count < $0.count }), root?["/Count"]?.int != leafCount {
            try visitEveryKid()
        }
        return leafCount
    }

    /// The leaf at an index, after walking as far as that.
    func leaf(at index: Int) throws(PDFObjectsError) -> Leaf {
        while index >= leafCount, try advance() {}
        guard (0..<leafCount).contains(index) else {
            let count = try count()
            // It may be that there are more now.
            if index >= 0, index < count { return try leaf(at: index) }
            throw count == 0
                ? PDFObjectsError(.noPages) : PDFObjectsError(.noSuchPage, page: index + 1, pageCount: count)
        }
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].first <= index { low = middle } else { high = middle - 1 }
        }
        let place = index - runs[low].first
        if let leaf = runs[low].leaves[place] { return leaf }
        guard let page = runs[low].ancestors.last?.kids?.item(place), isLeaf(page) else {
            try visitEveryKid()
            return try leaf(at: index)
        }
        let leaf = Leaf(page: page, ancestors: runs[low].ancestors, kid: place)
        runs[low].leaves[place] = leaf
        return leaf
    }

    /// How often each indirect page or node is listed, after walking the whole tree.
    func allListings() throws(PDFObjectsError) -> [ObjectID: Int] {
        _ = try count()
        for index in uncounted {
            for id in runs[index].ancestors.last?.kids?.references ?? [] { listings[id, default: 0] += 1 }
        }
        uncounted = []
        return listings
    }

    /// Looks at every kid from now on; leaves that were handed out stay what they are.
    private func visitEveryKid() throws(PDFObjectsError) {
        trustsCounts = false
        start()
        _ = try count()
    }

    private func add(_ leaf: Leaf) {
        runs.append(Run(first: leafCount, count: 1, ancestors: leaf.ancestors, leaves: [0: leaf]))
        leafCount += 1
    }

    private func isLeaf(_ kid: PDFObject) -> Bool {
        kid.isDictionary && (kid["/Kids"] == nil || kid["/Type"]?.isName("/Page") == true)
    }

    /// Whether all kids of the node are taken for pages; they are, then.
    private func addAll(of node: Node) throws(PDFObjectsError) -> Bool {
        // Of one or two kids nothing is saved.
        guard trustsCounts, node.next == 0, node.count > 2, node.object["/Count"]?.int == node.count,
            let kids = node.kids, let first = kids.item(0), let last = kids.item(node.count - 1), isLeaf(first),
            isLeaf(last)
        else { return false }
        visited += node.count
        guard visited <= Self.limit else { throw Self.endless }
        let leaves = [
            0: Leaf(page: first, ancestors: open, kid: 0),
            node.count - 1: Leaf(page: last, ancestors: open, kid: node.count - 1),
        ]
        uncounted.append(runs.count)
        runs.append(Run(first: leafCount, count: node.count, ancestors: open, leaves: leaves))
        leafCount += node.count
        return true
    }

    private static let endless = PDFObjectsError(.tooComplex, cause: "the page tree has no end")

    /// Visits one kid, or all at once; false when none is left.
    private func advance() throws(PDFObjectsError) -> Bool {
        guard let node = open.last else { return false }
        guard let kids = node.kids, node.next < node.count, try !addAll(of: node) else {
            open.removeLast()
            return !open.isEmpty
        }
        let place = node.next
        node.next += 1
        visited += 1
        guard visited <= Self.limit else { throw Self.endless }
        guard let kid = kids.item(place), kid.isDictionary else { return true }
        let identity = kid.identity
        if let identity { listings[identity, default: 0] += 1 }
        if isLeaf(kid) {
            add(Leaf(page: kid, ancestors: open, kid: place))
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

    /// What stands at the same place below another catalog; nil where that is not the same way, object by object.
    func counterpart(below root: PDFObject) -> PageTree.Leaf? {
        guard let pages = root["/Pages"], pages.identity == (ancestors.first?.object ?? page).identity else {
            return nil
        }
        if ancestors.isEmpty { return PageTree.Leaf(page: pages, ancestors: [], kid: 0) }
        var nodes = [PageTree.Node(object: pages, kid: 0)]
        for node in ancestors.dropFirst() {
            guard let object = nodes.last?.kids?.item(node.kid), object.identity == node.object.identity else {
                return nil
            }
            nodes.append(PageTree.Node(object: object, kid: node.kid))
        }
        guard let page = nodes.last?.kids?.item(kid), page.isDictionary, page.identity == self.page.identity else {
            return nil
        }
        return PageTree.Leaf(page: page, ancestors: nodes, kid: kid)
    }
}
