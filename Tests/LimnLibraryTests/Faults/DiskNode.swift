// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport

/// A file, a folder or a link on a ``SimulatedDisk``: its current state and its state after a power loss.
final class DiskNode {
    enum Kind { case file, folder, link(String) }
    let kind: Kind
    /// Its last name, empty for none, and that of its folder.
    var name: String
    var parent: String

    private(set) var content: [UInt8] = []
    private(set) var entries: [String: DiskNode] = [:]
    private var synced: (content: [UInt8], entries: [String: DiskNode]) = ([], [:])
    private var pending: [Change] = []

    private enum Change {
        case write(Int, [UInt8])
        case size(Int)
        /// A number for changes of names that survive together, such as those of both folders in a rename.
        case names(Int, [(String, DiskNode?)])
    }

    init(_ kind: Kind, name: String = "", parent: String = "") {
        (self.kind, self.name, self.parent) = (kind, name, parent)
    }

    func write(_ bytes: [UInt8], at offset: Int) { change(.write(offset, bytes)) }
    func resize(_ size: Int) { change(.size(size)) }
    func rename(_ number: Int, _ names: [(String, DiskNode?)]) { change(.names(number, names)) }

    private func change(_ change: Change) {
        pending.append(change)
        Self.apply(change, to: &content, &entries)
    }

    /// Makes everything done so far survive.
    func sync() {
        synced = (content, entries)
        pending = []
    }

    /// The state after a power loss.
    func survivor(_ fate: Fate) -> (content: [UInt8], entries: [String: DiskNode]) {
        var (content, entries) = synced
        for change in pending {
            switch change {
            case .names(let number, _):
                if fate.survives(number) { Self.apply(change, to: &content, &entries) }
            case .size:
                if fate.survives() { Self.apply(change, to: &content, &entries) }
            case .write(let offset, let bytes):
                // Disks write sectors of 512 bytes, in any order.
                for start in stride(from: 0, to: bytes.count, by: 512) where fate.survives() {
                    let piece = Array(bytes[start..<min(start + 512, bytes.count)])
                    Self.apply(.write(offset + start, piece), to: &content, &entries)
                }
            }
        }
        return (content, entries)
    }

    private static func apply(_ change: Change, to content: inout [UInt8], _ entries: inout [String: DiskNode]) {
        switch change {
        case .write(let offset, let bytes):
            let end = offset + bytes.count
            if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
            content.replaceSubrange(offset..<end, with: bytes)
        case .size(let size):
            content = Array(content.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - content.count))
        case .names(_, let names):
            for (name, node) in names { entries[name] = node }
        }
    }
}

/// Decides what happens to unsynced changes in a power loss.
final class Fate {
    private var generator: SeededGenerator?
    private let share: Double
    private var decided: [Int: Bool] = [:]

    /// None of them survives, or all.
    init(survives: Bool) { share = survives ? 1 : 0 }

    /// Each change survives at random.
    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        share = [0.1, 0.5, 0.9, 0.99].randomElement(using: &generator) ?? 0.5
        self.generator = generator
    }

    /// Decides once for each numbered group of changes.
    func survives(_ number: Int) -> Bool {
        if let known = decided[number] { return known }
        let survives = survives()
        decided[number] = survives
        return survives
    }

    func survives() -> Bool {
        guard var generator else { return share == 1 }
        defer { self.generator = generator }
        return Double.random(in: 0..<1, using: &generator) < share
    }
}
