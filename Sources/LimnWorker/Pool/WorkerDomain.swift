// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies the user and the task that a worker serves.
///
/// A worker serves one domain for its whole life, so a hostile document that takes over a worker cannot reach the
/// documents of other domains.
///
/// A program that isolates its users gives each user a domain. A program in which other workers verify results uses one
/// domain for producing and one for verifying.
public struct WorkerDomain: Hashable, Sendable {
    private let value: any Hashable & Sendable

    /// The domain of requests that do not specify one.
    public static let standard = WorkerDomain(Standard())

    private struct Standard: Hashable {}

    /// Makes a domain from a value. Domains are equal if their values are.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// Whether two domains have equal values.
    public static func == (a: WorkerDomain, b: WorkerDomain) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
