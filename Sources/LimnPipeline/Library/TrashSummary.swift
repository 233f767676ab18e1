// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnJobs
public import LimnLibrary

/// Something in the trash, as JSON shows it.
public struct TrashSummary: Sendable, Encodable {
    /// What is in the trash.
    public let entry: TrashEntry
    /// When it is deleted for good.
    public let expires: Date

    /// Makes a summary.
    ///
    /// - Parameter days: how many days things stay in the trash.
    public init(_ entry: TrashEntry, days: Int) {
        self.entry = entry
        expires = entry.removed.addingTimeInterval(Double(days) * 86_400)
    }

    /// Writes `id`, `kind`, `name`, `template`, `bytes`, `removed`, `expires`, `status` and `messages`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(entry.id)", "kind": entry.id.kind, "name": entry.name,
            "template": entry.template.map { "\($0)" }, "bytes": entry.byteCount, "removed": entry.removed.iso8601,
            "expires": expires.iso8601, "status": ResultStatus.ok, "messages": [String](),
        ])
    }
}
