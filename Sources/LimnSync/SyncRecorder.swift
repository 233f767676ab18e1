// SPDX-License-Identifier: GPL-3.0-or-later

/// Records what a library changes in a unit. All of it is one change.
package struct SyncRecorder {
    package internal(set) var unit: SyncUnit
    private let dot: Dot
    private let change: SyncUnit.Change
    private var made = 0
    /// Whether anything was recorded.
    package private(set) var hasChanged = false

    /// - Parameters:
    ///   - unit: the state before.
    ///   - replica: the library.
    ///   - time: milliseconds since 1970.
    package init(_ unit: SyncUnit, by replica: ReplicaID, at time: Int64) {
        self.unit = unit
        dot = unit.seen.next(of: replica)
        let known = unit.changes.values.lazy.map(\.time).max() ?? 0
        change = SyncUnit.Change(time: max(time, known + 1), past: unit.seen)
    }

    /// Returns a key for a new item or layer.
    package mutating func newKey() -> SyncKey {
        made += 1
        return .made(dot, number: made)
    }

    /// Gives an entry values. Parts that keep their values stay what they are; nothing is recorded if all do.
    package mutating func set(_ key: SyncKey, _ values: [SyncValue]) {
        let old = unit.resolved(key)
        let parts = values.enumerated().map { index, value in
            if let old, old.parts.indices.contains(index), old.parts[index].value == value { return old.parts[index] }
            return SyncVersion.Part(value, by: dot)
        }
        guard parts != old?.parts else { return }
        note()
        // A value that somebody else gave stays beside the one that counts, until a person changes that part.
        let open = Set(
            (old?.others ?? []).enumerated().flatMap { index, others in
                parts.indices.contains(index) && parts[index].writer == dot ? [] : others.map(\.writer)
            })
        let left = (unit.entries[key] ?? []).filter { version in
            version.dot != dot && version.parts.contains { open.contains($0.writer) }
        }
        unit.entries[key] = (left + [SyncVersion(dot: dot, parts: parts)]).sorted { $0.dot < $1.dot }
    }

    /// Gives an entry values anew, so that others see that it still counts for somebody.
    package mutating func renew(_ key: SyncKey, _ values: [SyncValue]) {
        note()
        unit.entries[key] = [SyncVersion(dot: dot, parts: values.map { SyncVersion.Part($0, by: dot) })]
    }

    /// Removes an item and remembers it.
    package mutating func remove(_ key: SyncKey, remembering hash: UInt64) {
        remove(key)
        unit.remember(key, hash)
    }

    /// Returns the keys of the items that are gone, by hash; the smallest one last.
    package func keysOfGone() -> [UInt64: [SyncKey]] {
        Dictionary(grouping: unit.gone.filter { unit.entries[$0.key] == nil }, by: \.value)
            .mapValues { $0.map(\.key).sorted(by: >) }
    }

    /// Forgets that an item is gone: it has come back.
    package mutating func forgetGone(_ key: SyncKey) { unit.gone[key] = nil }

    /// Removes an entry.
    package mutating func remove(_ key: SyncKey) {
        guard unit.entries.removeValue(forKey: key) != nil else { return }
        note()
    }

    private mutating func note() {
        hasChanged = true
        unit.changes[dot] = change
        unit.seen.insert(dot)
    }

    /// The state afterwards.
    package func finished() -> SyncUnit {
        var unit = unit
        unit.forgetUnneededChanges()
        return unit
    }
}
