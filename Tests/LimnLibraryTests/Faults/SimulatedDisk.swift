// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SystemPackage

/// A folder reconstructed from the shim's log, whose state after a power loss can be computed.
///
/// Only what POSIX guarantees survives for sure: the content of a file as of its last sync, and the names in a folder
/// as of the folder's last sync.
final class SimulatedDisk {
    private var nodes: [Int: DiskNode] = [:]
    private var root = DiskNode(.folder)
    private var count = 0
    private let isLie: (DiskNode) -> Bool
    /// The number of syncs that were ignored.
    private(set) var lies = 0

    /// Makes an empty disk.
    ///
    /// - Parameter isLie: whether to ignore the sync of a file or folder.
    init(isLie: @escaping (DiskNode) -> Bool = { _ in false }) { self.isLie = isLie }

    /// - Throws: if the log refers to a file that it has not introduced.
    func apply(_ event: ShimLog.Event) throws {
        count += 1
        let numbers = event.numbers
        func node(_ number: Int) throws -> DiskNode {
            guard let node = nodes[numbers[number]] else { throw Gap(event: "\(event.kind) \(numbers) \(event.names)") }
            return node
        }
        func make(_ node: DiskNode) throws {
            try self.give(node, event.names[0], in: nodes[numbers[0]])
            nodes[numbers[1]] = node
        }
        switch event.kind {
        case "R": nodes[numbers[0]] = root
        case "C": try make(DiskNode(.file))
        case "M": try make(DiskNode(.folder))
        case "Y": try make(DiskNode(.link(event.names[1])))
        case "T": nodes[numbers[0]] = DiskNode(.file)
        case "L": try give(try node(1), event.names[0], in: try node(0))
        case "N": try move(event.names[0], in: try node(0), event.names[1], to: try node(1))
        case "U": try node(0).rename(count, [(event.names[0], nil)])
        case "W": try node(0).write(event.bytes, at: numbers[1])
        case "X": try node(0).resize(numbers[1])
        case "F":
            let synced = try node(0)
            if isLie(synced) { lies += 1 } else { synced.sync() }
        default: break
        }
    }

    /// The log is incomplete.
    struct Gap: Error { let event: String }

    private func give(_ node: DiskNode, _ name: String, in folder: DiskNode?) throws {
        guard let folder else { throw Gap(event: name) }
        folder.rename(count, [(name, node)])
        (node.name, node.parent) = (name, folder.name)
    }

    private func move(_ name: String, in old: DiskNode, _ newName: String, to new: DiskNode) throws {
        guard let node = old.entries[name] else { throw Gap(event: name) }
        if old === new {
            old.rename(count, [(name, nil), (newName, node)])
        } else {
            old.rename(count, [(name, nil)])
            new.rename(count, [(newName, node)])
        }
        (node.name, node.parent) = (newName, new.name)
    }

    /// Whether a node is the root folder.
    func isRoot(_ node: DiskNode) -> Bool { node === root }

    /// Writes the state after a power loss to a folder, without shared-memory files.
    func write(to folder: FilePath, _ fate: Fate) throws {
        try write(root, to: URL(fileURLWithPath: folder.string), fate)
    }

    private func write(_ node: DiskNode, to url: URL, _ fate: Fate) throws {
        let (content, entries) = node.survivor(fate)
        switch node.kind {
        case .file: try Data(content).write(to: url)
        case .link(let target):
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
        case .folder:
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (name, entry) in entries.sorted(by: { $0.key < $1.key }) where !name.hasSuffix("-shm") {
                try write(entry, to: url.appendingPathComponent(name), fate)
            }
        }
    }
}
