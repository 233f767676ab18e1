// SPDX-License-Identifier: GPL-3.0-or-later

/// The owner of documents. A worker serves one owner, so a hostile document can never reach another owner's documents.
public struct OwnerID: Hashable, Sendable {
    private let name: String?

    /// The owner of all documents in programs with a single owner.
    public static let standard = OwnerID(name: nil)

    private init(name: String?) { self.name = name }

    /// Makes an owner with a name, such as a user of a server.
    ///
    /// - Parameter name: any text. Equal names are the same owner.
    public init(_ name: String) { self.name = name }
}
