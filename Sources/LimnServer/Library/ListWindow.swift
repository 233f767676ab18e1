// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry

/// The part of a list that a client requests.
struct ListWindow: Sendable {
    /// The maximum number of items per response.
    static let highestLimit = 1000
    private let limit: Int
    /// The id and the index of the last item of the previous part; nil for the first part.
    private let after: (id: String, place: Int)?

    /// Reads the parameters `limit` (1 to 1,000, by default 100) and `cursor`.
    ///
    /// - Throws: ``Problem`` with status 400.
    init(_ query: Query) throws(Problem) {
        limit = try query.integer("limit", in: 1...Self.highestLimit) ?? 100
        guard let cursor = try query.one("cursor") else {
            after = nil
            return
        }
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int(parts[1]), (0...(1 << 40)).contains(place) else {
            throw Problem.unreadable("The cursor is not from this server.", field: "cursor")
        }
        after = (String(parts[0]), place)
    }

    /// Returns the part of a list that follows the cursor, and the cursor for the next part. If the last item of the
    /// previous part has been removed, its former index is used.
    func part<Record>(of records: [Record], id: (Record) -> String) -> (records: ArraySlice<Record>, next: String?) {
        var start = 0
        if let after {
            start = records.firstIndex { id($0) == after.id }.map { $0 + 1 } ?? min(after.place, records.count)
        }
        let part = records[start..<min(start + limit, records.count)]
        let isLast = part.endIndex == records.count
        return (part, isLast ? nil : part.last.map { "\(id($0)).\(part.endIndex - 1)" })
    }

    /// A part of a list as JSON.
    struct Page<Item: Encodable>: Encodable {
        let items: [Item]
        /// The cursor for the next part; nil if this is the last part.
        let next: String?
    }

    /// Returns the part of a list that follows the cursor, with its items converted for JSON.
    func page<Record, Item: Encodable>(
        of records: [Record], id: (Record) -> String, as item: (Record) -> Item
    ) -> Page<Item> {
        let (part, next) = part(of: records, id: id)
        return Page(items: part.map(item), next: next)
    }
}

extension ListWindow.Page: Sendable where Item: Sendable {}
