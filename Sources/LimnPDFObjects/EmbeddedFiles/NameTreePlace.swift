// SPDX-License-Identifier: GPL-3.0-or-later

/// The place for a new entry in a name tree (ISO 32000-2, 7.9.6). Finding it does not change the tree.
///
/// The tree may be malformed. Even if its keys are not sorted, no entry is lost.
struct NameTreePlace {
    /// The nodes from the root to the parent of the leaf, each with the index of the next node in its /Kids.
    private(set) var path: [(node: PDFObject, kid: Int)] = []
    /// The node that gets the entry; nil if a new node is needed.
    private(set) var leaf: PDFObject?
    /// The index at which to insert the key into the leaf's /Names.
    private(set) var index = 0
    /// The lowest and the highest key of the leaf, including the new key.
    private(set) var limits: (least: [UInt8], greatest: [UInt8])

    /// The maximum depth. A deeper tree is rejected as hostile.
    static let depthLimit = 50

    /// Finds the place for a key.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the tree is too deep.
    init(of key: [UInt8], in root: PDFObject?) throws(PDFObjectsError) {
        limits = (key, key)
        guard var node = root, node.isDictionary else { return }
        while node["/Names"] == nil, let (kid, place) = Self.kid(of: node, for: key) {
            guard path.count < Self.depthLimit else {
                throw PDFObjectsError(.tooComplex, cause: "the tree of embedded files is too deep")
            }
            path.append((node, place))
            node = kid
        }
        leaf = node
        guard let names = node["/Names"] else { return }
        let count = names.count / 2 * 2
        index = count
        for place in stride(from: 0, to: count, by: 2).reversed() {
            guard let other = names.item(place)?.stringBytes else { continue }
            if key.lexicographicallyPrecedes(other) { index = place }
            limits.least = min(limits.least, other)
            limits.greatest = max(limits.greatest, other)
        }
    }

    /// Returns the new /Limits of a node on the path; nil if the node has none, like the root.
    func limits(of node: PDFObject) -> (least: [UInt8], greatest: [UInt8])? {
        guard let old = node["/Limits"], let low = old.item(0)?.stringBytes, let high = old.item(1)?.stringBytes else {
            return nil
        }
        return (min(low, limits.least), max(high, limits.greatest))
    }

    /// Returns the kid for a key and its index: the last kid whose lowest key is not above the key, or else the first
    /// kid.
    private static func kid(of node: PDFObject, for key: [UInt8]) -> (kid: PDFObject, place: Int)? {
        guard let kids = node["/Kids"] else { return nil }
        var found: (PDFObject, Int)?
        for place in 0..<kids.count {
            guard let kid = kids.item(place), kid.isDictionary else { continue }
            let least = kid["/Limits"]?.item(0)?.stringBytes ?? []
            if found != nil, key.lexicographicallyPrecedes(least) { break }
            found = (kid, place)
        }
        return found
    }
}

private func min(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] { b.lexicographicallyPrecedes(a) ? b : a }
private func max(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] { a.lexicographicallyPrecedes(b) ? b : a }
