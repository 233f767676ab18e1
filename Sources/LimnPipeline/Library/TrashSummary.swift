// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnJobs
public import LimnLibrary

/// An entry of the trash, for JSON.
public struct TrashSummary: Sendable, Encodable {
    /// The entry.
    public let entry: TrashEntry
    /// The time when the entry is deleted permanently.
    public let expires: Date

    /// Makes a summary.
    ///
    /// - Parameter days: the number of days for which entries stay in the trash.
    public init(_ entry: TrashEntry, days: Int) {
        self.entry = entry
        expires = entry.removed.addingTimeInterval(Double(days) * 86_400)
    }

    /// Encodes `id`, `kind`, `name`, `template`, `bytes`, `removed`, `expires`, `status` and `messages`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(entry.id)", "kind": entry.id.kind, "name": entry.name,
            "template": entry.template.map { "\($0)" }, "bytes": entry.byteCount, "removed": entry.removed.iso8601,
            "expires": expires.iso8601, "status": ResultStatus.ok, "messages": [String](),
        ])
    }
}
