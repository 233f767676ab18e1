// SPDX-License-Identifier: GPL-3.0-or-later

/// Visits the dictionaries of a tree, which may be a graph in a hostile file. It visits each indirect dictionary once
/// and at most ``limit`` dictionaries in total.
struct TreeWalk {
    static let limit = 250_000

    private var pending: [PDFObject] = []
    private var seen: Set<ObjectID> = []
    private var visited = 0
    private(set) var isTruncated = false

    /// Schedules a visit to a dictionary; other objects are ignored. The dictionary pushed last is visited first.
    mutating func push(_ object: PDFObject) {
        if let identity = object.identity, !seen.insert(identity).inserted { return }
        if object.isDictionary { pending.append(object) }
    }

    mutating func pop() -> PDFObject? {
        guard visited < Self.limit else {
            isTruncated = isTruncated || !pending.isEmpty
            return nil
        }
        visited += 1
        return pending.popLast()
    }
}

/// Counts the terminal fields of an interactive form (ISO 32000-2, 12.7.4).
struct FieldCensus {
    private var walk = TreeWalk()
    private(set) var fields = 0
    var isTruncated: Bool { walk.isTruncated }

    mutating func count(_ roots: PDFObject?) {
        for root in roots?.items ?? [] { walk.push(root) }
        while let field = walk.pop() {
            // A kid without /T is a widget of this field, not a field.
            let kids = field["/Kids"]?.items.filter { $0["/T"] != nil } ?? []
            kids.forEach { walk.push($0) }
            if kids.isEmpty { fields += 1 }
        }
    }
}
