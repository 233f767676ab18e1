// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// Inserts new pages into the page tree. Pages that follow the same page keep their order.
    ///
    /// - Returns: the IDs of the new pages, by the number of the page that they follow; 0 for pages before the first
    ///   page.
    /// - Throws: ``PDFObjectsError`` with `unsound` if an ancestor of a new page is listed more than once, is a direct
    ///   object or lacks a valid /Count, or if the document has a page instead of a page tree.
    mutating func insert(
        _ pages: [NewPage], into tree: PageTree
    ) throws(PDFObjectsError) -> [Int: [ObjectID]] {
        let listings = try tree.allListings()
        var nodes = NodesWithNewPages(listings: listings)
        var inserted: [Int: [ObjectID]] = [:]
        for page in pages {
            let leaf = try tree.leaf(at: max(0, page.follows - 1))
            guard let parent = leaf.ancestors.last else {
                throw PDFObjectsError(.unsound, cause: "its only page stands in the place of the page tree")
            }
            let id = try sink.add(
                .dictionary(try entries(of: page, below: try sink.number(of: parent.object))), isCompressible: true)
            try nodes.insert(id, below: leaf.ancestors, at: page.follows == 0 ? leaf.kid : leaf.kid + 1)
            inserted[page.follows, default: []].append(id)
        }
        for (node, edits) in nodes.edits { try sink.edit(node, edits) }
        try keepLabels(inserted, of: tree)
        return inserted
    }

    /// Makes the document's own pages keep their labels. New pages get empty ones.
    private mutating func keepLabels(
        _ inserted: [Int: [ObjectID]], of tree: PageTree
    ) throws(PDFObjectsError) {
        guard !inserted.isEmpty, let labels = PageLabels(root: root) else { return }
        var order: [Int?] = []
        for number in 0...(try tree.count()) {
            if number > 0 { order.append(number - 1) }
            order += Array(repeating: nil, count: inserted[number]?.count ?? 0)
        }
        catalogEdits.append(("/PageLabels", labels.tree(for: order)))
    }

    /// Returns the entries of a page, including all inheritable attributes.
    private mutating func entries(of page: NewPage, below parent: ObjectID) throws(PDFObjectsError) -> [PDFEntry] {
        let box = PDFValue.numbers([0, 0, page.size.width, page.size.height])
        var content = Array("q 1 0 0 -1 0 \(decimal(page.size.height)) cm\n".utf8) + page.content.content
        content += Array("Q\n".utf8)
        // The page is just paper to write on, so it is marked as an artifact, which screen readers skip.
        if isTagged { content = Array("/Artifact BMC\n".utf8) + content + Array("EMC\n".utf8) }
        let stream = try sink.add(stream: StreamData(content), [])
        return [
            ("/Type", .text("/Page")), ("/Parent", .reference(parent)), ("/MediaBox", box), ("/CropBox", box),
            ("/Rotate", .text("0")), ("/Resources", try resources(of: page.content)), ("/Contents", .reference(stream)),
        ]
    }
}

/// The page tree nodes that have new pages below them.
private struct NodesWithNewPages {
    private struct Changed {
        let node: PageTree.Node
        /// New pages and their positions among the old kids.
        var kids: [(place: Int, id: ObjectID)] = []
        /// The number of pages added below the node, at any depth.
        var added = 0
    }

    private let listings: [ObjectID: Int]
    private var changed: [ObjectID: Changed] = [:]

    init(listings: [ObjectID: Int]) { self.listings = listings }

    mutating func insert(
        _ page: ObjectID, below ancestors: [PageTree.Node], at place: Int
    ) throws(PDFObjectsError) {
        for node in ancestors {
            guard let id = node.object.identity, (listings[id] ?? 1) <= 1 else {
                throw PDFObjectsError(.unsound, cause: "a node of its page tree serves in several places")
            }
            guard let count = node.object["/Count"]?.int, count >= 0 else {
                throw PDFObjectsError(.unsound, cause: "a node of its page tree does not tell its number of pages")
            }
            changed[id, default: Changed(node: node)].added += 1
        }
        if let id = ancestors.last?.object.identity { changed[id]?.kids.append((place, page)) }
    }

    /// The edits of the nodes, sorted by object number.
    var edits: [(node: PDFObject, edits: [PDFEdit])] {
        changed.sorted { $0.key.number < $1.key.number }.map { _, changed in
            let object = changed.node.object
            var edits: [PDFEdit] = [("/Count", .text("\((object["/Count"]?.int ?? 0) + changed.added)"))]
            if !changed.kids.isEmpty {
                var kids: [PDFValue] = []
                let old = PDFValue.items(of: object["/Kids"])
                for place in 0...old.count {
                    kids += changed.kids.filter { $0.place == place }.map { .reference($0.id) }
                    if place < old.count { kids.append(old[place]) }
                }
                edits.append(("/Kids", .array(kids)))
            }
            return (object, edits)
        }
    }
}
