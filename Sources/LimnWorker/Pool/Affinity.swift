// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker may have open, such as a document. A pool gives a request the worker that has open what it names.
public struct Affinity: Hashable, Sendable {
    private let value: any Hashable & Sendable

    /// Names something by a value. Two affinities are equal when their values are.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// Whether both name the same.
    public static func == (a: Affinity, b: Affinity) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
