// SPDX-License-Identifier: GPL-3.0-or-later

/// Whom a worker works for, and as what. A worker that has done a request for one domain does none for another: what a
/// document has made of it stays among the documents of that domain.
///
/// A program that keeps its users apart gives each a domain. One that has a worker's result judged by a worker that knows
/// nothing of the first one gives each of the two tasks a domain.
public struct WorkerDomain: Hashable, Sendable {
    private let value: any Hashable & Sendable

    /// The domain of everybody who names none.
    public static let standard = WorkerDomain(Standard())

    private struct Standard: Hashable {}

    /// Names a domain by a value. Two domains are equal when their values are.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// Whether both name the same.
    public static func == (a: WorkerDomain, b: WorkerDomain) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
