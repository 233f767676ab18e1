// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies a resource that a worker may have open, such as a document. A pool prefers a worker that already has a
/// request's affinity open.
public struct Affinity: Hashable, Sendable {
    private let value: any Hashable & Sendable

    /// Makes an affinity from a value. Affinities are equal if their values are.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// Whether two affinities have equal values.
    public static func == (a: Affinity, b: Affinity) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
