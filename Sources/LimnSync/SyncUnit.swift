// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms
package import LimnInk

/// What an entry of a unit is.
package enum SyncKey: Hashable, Sendable {
    /// Something that has a name: a property, a field of the form, a tag.
    case name(String)
    /// An item or a layer that the unit had when it was first seen: the hash of its content, and how many equal ones came
    /// before it. Copies of a library name the same items alike, so that nothing is doubled when they meet.
    case found(hash: UInt64, occurrence: Int)
    /// An item or a layer that was made later: the change that made it, and its number there.
    case made(Dot, number: Int)
}

extension SyncKey: Comparable {
    package static func < (left: SyncKey, right: SyncKey) -> Bool {
        switch (left, right) {
        case (.name(let left), .name(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.found(let left, let leftOccurrence), .found(let right, let rightOccurrence)):
            (left, leftOccurrence) < (right, rightOccurrence)
        case (.made(let left, let leftNumber), .made(let right, let rightNumber)):
            (left, leftNumber) < (right, rightNumber)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .name: 0
        case .found: 1
        case .made: 2
        }
    }
}

/// What a part of an entry says.
package enum SyncValue: Equatable, Sendable {
    case flag(Bool)
    case text(String)
    case field(FieldEntry)
    /// Where an item or a layer is in its list, and the layer of an item.
    case place(order: String, layer: SyncKey?)
    case layer(Drawing.Layer)
    /// The brush of a stroke; nil for another item.
    case style(Brush?)
    /// An item without its place: it is in layer 0, and a stroke has the default brush.
    case shape(Item)
    /// A style or a shape that only the page's drawing has: its hash and ``ItemPrint/size``.
    case stored(hash: UInt64, size: Int)
}

/// One library's version of an entry.
package struct SyncVersion: Equatable, Sendable {
    /// A part that is decided by itself: two people may move a stroke and recolor it.
    package struct Part: Equatable, Sendable {
        /// The change that gave the part its value.
        package var writer: Dot
        package var value: SyncValue

        package init(_ value: SyncValue, by writer: Dot) { (self.value, self.writer) = (value, writer) }
    }

    /// The change that made this version.
    package var dot: Dot
    package var parts: [Part]

    package init(dot: Dot, parts: [Part]) { (self.dot, self.parts) = (dot, parts) }
}

/// The state of a unit that libraries share: one page's ink, one form, or a character's properties.
///
/// It is an observed-remove map of multi-value registers (Shapiro et al., “A comprehensive study of convergent and
/// commutative replicated data types”, 2011; without tombstones as in Bieniusa et al., “An optimized conflict-free
/// replicated set”, 2012). What two states become together depends on neither their order nor on how often they meet.
package struct SyncUnit: Equatable, Sendable {
    /// What is known of a change.
    package struct Change: Equatable, Sendable {
        /// Milliseconds since 1970, and later than all changes that the library had seen. It only decides between changes
        /// that did not know of each other.
        package var time: Int64
        /// What the library had seen before.
        package var past: VersionVector

        package init(time: Int64, past: VersionVector) { (self.time, self.past) = (time, past) }
    }

    /// The changes that this state includes.
    package var seen = VersionVector()
    /// The changes that a version or a part is from.
    package var changes: [Dot: Change] = [:]
    /// The versions of each entry. Several are those that did not know of each other. An entry without versions is gone.
    package var entries: [SyncKey: [SyncVersion]] = [:]

    /// Hashes of the items that are gone, for this library alone: one that comes back, for example by undo, is the same one.
    package var gone: [SyncKey: UInt64] = [:]
    /// The number of items that are remembered.
    private static let goneLimit = 2000

    package init() {}

    /// Remembers an item that is gone.
    package mutating func remember(_ key: SyncKey, _ hash: UInt64) {
        if gone.count >= Self.goneLimit { gone.removeAll() }
        gone[key] = hash
    }

    /// Takes in another state of the same unit. A version that one side lacks is gone if that side has seen it.
    package mutating func join(_ other: SyncUnit) {
        var joined: [SyncKey: [SyncVersion]] = [:]
        for key in Set(entries.keys).union(other.entries.keys) {
            let (mine, theirs) = (entries[key] ?? [], other.entries[key] ?? [])
            var kept = mine.filter { version in
                theirs.contains { $0.dot == version.dot } || !other.seen.contains(version.dot)
            }
            kept += theirs.filter { version in
                !mine.contains { $0.dot == version.dot } && !seen.contains(version.dot)
            }
            if !kept.isEmpty { joined[key] = kept.sorted { $0.dot < $1.dot } }
        }
        entries = joined
        seen = seen.union(other.seen)
        changes.merge(other.changes) { mine, _ in mine }
        forgetUnneededChanges()
    }

    /// Drops what is known of changes to which no version refers.
    package mutating func forgetUnneededChanges() {
        var needed: Set<Dot> = []
        for version in entries.values.joined() {
            needed.insert(version.dot)
            for part in version.parts { needed.insert(part.writer) }
        }
        changes = changes.filter { needed.contains($0.key) }
    }

    /// What the versions of an entry come to.
    package struct Resolved: Equatable, Sendable {
        /// The parts that count: of each, the latest one.
        package var parts: [SyncVersion.Part]
        /// The values of parts that somebody gave without knowing of the one that counts, latest first, by part.
        package var others: [[SyncVersion.Part]]
    }

    /// Returns what the versions of an entry come to; nil if it is gone.
    package func resolved(_ key: SyncKey) -> Resolved? {
        guard let versions = entries[key], let count = versions.map(\.parts.count).min(), count > 0 else { return nil }
        if versions.count == 1 {
            return Resolved(parts: versions[0].parts, others: Array(repeating: [], count: count))
        }
        var resolved = Resolved(parts: [], others: [])
        for index in 0..<count {
            let candidates = latest(versions.map { $0.parts[index] })
            resolved.parts.append(candidates[0])
            resolved.others.append(Array(candidates.dropFirst()))
        }
        return resolved
    }

    /// Returns the parts that no other one has replaced, the one that counts first. Equal values count as one.
    private func latest(_ parts: [SyncVersion.Part]) -> [SyncVersion.Part] {
        let left = parts.filter { part in
            !parts.contains { $0.writer != part.writer && changes[$0.writer]?.past.contains(part.writer) == true }
        }
        let sorted = (left.isEmpty ? parts : left).sorted { first, second in
            let times = (changes[first.writer]?.time ?? 0, changes[second.writer]?.time ?? 0)
            return times.0 == times.1 ? second.writer < first.writer : times.0 > times.1
        }
        return sorted.reduce(into: []) { found, part in
            if !found.contains(where: { $0.value == part.value }) { found.append(part) }
        }
    }
}
