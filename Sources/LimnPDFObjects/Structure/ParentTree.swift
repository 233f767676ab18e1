// SPDX-License-Identifier: GPL-3.0-or-later

/// The entries of a parent tree, which is a number tree (ISO 32000-2, 7.9.7).
struct ParentTree {
    var entries: [Int: PDFObject] = [:]
    /// The lowest key above all used keys.
    var nextKey = 0
    private(set) var isTruncated = false

    /// The keys that viewers can read.
    static let keys = 0..<(1 << 31 - 1)

    init(_ root: PDFObject?) {
        var walk = TreeWalk()
        if let root { walk.push(root) }
        while let node = walk.pop() {
            for kid in node["/Kids"]?.items ?? [] { walk.push(kid) }
            guard let numbers = node["/Nums"] else { continue }
            for index in stride(from: 0, to: numbers.count - 1, by: 2) {
                guard let key = numbers.item(index)?.int, Self.keys.contains(key),
                    let value = numbers.item(index + 1), !value.isNull
                else { continue }
                entries[key] = value
            }
        }
        isTruncated = walk.isTruncated
        nextKey = (entries.keys.max() ?? -1) + 1
    }
}
