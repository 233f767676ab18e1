// SPDX-License-Identifier: GPL-3.0-or-later

/// The pages of a page tree in order, found on demand.
///
/// Only /Kids is followed, not /Parent, as in poppler. A dictionary with /Kids is a node unless its /Type is /Page;
/// nodes may lack /Type. Kids that are null or not dictionaries are skipped, and so is a kid that is its own ancestor.
///
/// If a node's /Count equals the number of its kids, and its first and last kids are pages, then all its kids are
/// assumed to be pages. They are read only when needed, which makes documents of ten thousand pages fast. The
/// assumption is wrong if a kid is not a page, or if the root's /Count is not the number of pages. In that case, every
/// kid is read.
final class PageTree {
    /// A page and the path to it.
    final class Leaf {
        /// The page's dictionary.
        let page: PDFObject
        /// The nodes from the root of the tree to the page's parent.
        let ancestors: [Node]
        /// The index of the page in its parent's /Kids.
        let kid: Int

        init(page: PDFObject, ancestors: [Node], kid: Int) {
            self.page = page
            self.ancestors = ancestors
            self.kid = kid
        }
    }

    /// A node of the tree. A node that is listed twice has two instances.
    final class Node {
        let object: PDFObject
        /// The index of the node in its parent's /Kids.
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

    /// A run of successive pages: either one page that was read, or all kids of a node.
    private struct Run {
        let first: Int
        let count: Int
        let ancestors: [Node]
        /// The pages that have been read, by their index in the run.
        var leaves: [Int: Leaf]
    }

    /// The maximum number of kids. A larger tree is rejected as hostile: nodes that list one another have endless
    /// pages.
    static let limit = 250_000
    /// The maximum depth. A deeper tree is rejected as hostile; real trees have fewer than ten levels.
    static let depthLimit = 500

    private let root: PDFObject?
    /// Whether to trust a /Count that equals the number of kids.
    private var trustsCounts = true
    private var open: [Node] = []
    private var runs: [Run] = []
    private var leafCount = 0
    private var visited = 0
    /// How many times each indirect page or node is listed, as counted so far.
    private(set) var listings: [ObjectID: Int] = [:]
    /// The indices of runs whose pages are not yet counted in `listings`.
    private var uncounted: [Int] = []
    /// Whether a list of kids that was read has something that is neither a page nor a node, nor a lost one.
    private(set) var hasRubbish = false

    init(root: PDFObject) {
        self.root = root["/Pages"].flatMap { $0.isDictionary ? $0 : nil }
        start()
    }

    private func start() {
        (open, runs, leafCount, visited, listings, uncounted) = ([], [], 0, 0, [:], [])
        guard let root else { return }
        // A single page instead of a tree is malformed, but viewers show it.
        if root["/Kids"] == nil, root["/Type"]?.isName("/Page") == true {
            add(Leaf(page: root, ancestors: [], kid: 0))
        } else {
            open = [Node(object: root, kid: 0)]
        }
    }

    /// Returns the number of pages. Walks the whole tree.
    func count() throws(PDFObjectsError) -> Int {
        while try advance() {}
        if trustsCounts, runs.contains(where: { $0.leaves.count < $0.count }), root?["/Count"]?.int != leafCount {
            try visitEveryKid()
        }
        return leafCount
    }

    /// Returns the page at an index, counted from 0. Walks the tree up to that page.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    func leaf(at index: Int) throws(PDFObjectsError) -> Leaf {
        while index >= leafCount, try advance() {}
        guard (0..<leafCount).contains(index) else {
            let count = try count()
            // Reading every kid may have found more pages.
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

    /// Returns how many times each indirect page or node is listed. Walks the whole tree.
    func allListings() throws(PDFObjectsError) -> [ObjectID: Int] {
        _ = try count()
        for index in uncounted {
            for id in runs[index].ancestors.last?.kids?.references ?? [] { listings[id, default: 0] += 1 }
        }
        uncounted = []
        return listings
    }

    /// Walks the tree again and reads every kid. Pages that were returned before stay valid.
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

    /// Adds all kids of a node as pages without reading them, if the node's /Count can be trusted. Returns whether it
    /// did.
    private func addAll(of node: Node) throws(PDFObjectsError) -> Bool {
        // With one or two kids this saves nothing.
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

    /// Visits one kid, or all kids of a node at once; returns false if none is left.
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
        guard let kid = kids.item(place), kid.isDictionary else {
            // A reference to an object that is lost is null.
            hasRubbish = hasRubbish || kids.item(place).map { !$0.isNull || $0.identity == nil } ?? false
            return true
        }
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
    /// Returns the value of an inheritable key. `usable` is called with the page and then its ancestors, nearest first;
    /// its first result that is not nil is returned.
    func inherited<Value>(_ usable: (PDFObject) -> Value?) -> Value? {
        if let value = usable(page) { return value }
        for node in ancestors.reversed() {
            if let value = usable(node.object) { return value }
        }
        return nil
    }

    /// Returns the page at the same place in another catalog's page tree; nil if any object on the path differs.
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
