// SPDX-License-Identifier: GPL-3.0-or-later

/// Whose documents are read. A worker serves one owner: what a document makes of it never meets another owner's documents.
public struct OwnerID: Hashable, Sendable {
    private let name: String?

    /// The owner of all documents where a program tells nobody apart.
    public static let standard = OwnerID(name: nil)

    private init(name: String?) { self.name = name }

    /// Names an owner, such as a user of a server.
    public init(_ name: String) { self.name = name }
}
