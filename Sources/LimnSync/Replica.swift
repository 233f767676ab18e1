// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnLibrary

/// A library that takes part in sync. The type only keeps its ids apart from those of templates and characters.
package enum Replica {}

/// The id of a library that takes part in sync. Copies of a library's folder get ids of their own.
package typealias ReplicaID = RecordID<Replica>

/// A change that one library made to one unit: the library, and the number of the change there, from 1.
///
/// The term is from Almeida, Shoker, Baquero, “Delta state replicated data types” (2018).
package struct Dot: Hashable, Comparable, Sendable {
    package let replica: ReplicaID
    package let number: Int

    package init(_ replica: ReplicaID, _ number: Int) { (self.replica, self.number) = (replica, number) }

    package static func < (left: Dot, right: Dot) -> Bool {
        (left.replica, left.number) < (right.replica, right.number)
    }
}

/// How many changes of each library somebody has seen: all up to that number, without gaps.
package struct VersionVector: Hashable, Sendable {
    package private(set) var counts: [ReplicaID: Int] = [:]

    package init(_ counts: [ReplicaID: Int] = [:]) { self.counts = counts.filter { $0.value > 0 } }

    package func contains(_ dot: Dot) -> Bool { dot.number <= counts[dot.replica] ?? 0 }

    /// Whether everything that the other vector has seen is seen here, too.
    package func covers(_ other: VersionVector) -> Bool {
        other.counts.allSatisfy { $0.value <= counts[$0.key] ?? 0 }
    }

    package func union(_ other: VersionVector) -> VersionVector {
        VersionVector(counts.merging(other.counts, uniquingKeysWith: max))
    }

    /// Returns the next change of a library.
    package func next(of replica: ReplicaID) -> Dot { Dot(replica, (counts[replica] ?? 0) + 1) }

    mutating func insert(_ dot: Dot) { counts[dot.replica] = max(counts[dot.replica] ?? 0, dot.number) }

    /// The vector as a text, which is the same for equal vectors.
    package var coded: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
    }

    /// Reads a text as ``coded`` has it; nil if it is none.
    package init?(coded text: String) {
        var counts: [ReplicaID: Int] = [:]
        for part in text.split(separator: " ") {
            let sides = part.split(separator: ":")
            guard sides.count == 2, let id = ReplicaID(String(sides[0])), let count = Int(sides[1]) else { return nil }
            counts[id] = count
        }
        self.init(counts)
    }
}
