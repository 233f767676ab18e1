// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@testable import LimnSync

/// Libraries that sync with a server and lose what they knew.
@Suite struct PeerSyncTests {
    private let home: TemporaryFolder
    private static let names = ["server", "laptop", "tablet"]

    init() throws { home = try TemporaryFolder() }

    private func open(_ name: String) throws -> Library { try Library(at: FilePath(home.path(name))) }

    @discardableResult private func sync(
        _ name: String, _ directions: Synchronizer.Directions = .both
    ) throws -> SyncResult {
        let server = try SimulatedServer(open("server")) { false }
        return try Synchronizer(open(name), with: server) { _, _ in }.run(directions)
    }

    private static func stroke(_ number: Int) -> Stroke {
        let points = (0..<10).map { Point(x: Double($0) * 3, y: Double(number)) }
        return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
    }

    private func draw(_ number: Int, _ name: String, _ id: CharacterID, page: Int = 1) throws {
        try open(name).append([Self.stroke(number)], to: CharacterPage(id, page: page))
    }

    private func numbers(_ name: String, _ id: CharacterID) throws -> [Int] {
        try (1...3).flatMap { page in
            try open(name).drawing(on: CharacterPage(id, page: page))?.drawing.items ?? []
        }.compactMap { $0.stroke.map { Int($0.points.positions[0].y) } }.sorted()
    }

    /// A character with strokes that each library has drawn.
    private func shared() throws -> CharacterID {
        let id = try open("laptop").createCharacter(NewCharacter(name: "Maren", template: nil)).id
        try draw(1, "laptop", id)
        for name in ["laptop", "tablet"] { try sync(name) }
        for (index, name) in Self.names.enumerated() { try draw(2 + index, name, id, page: 1 + index) }
        for name in ["laptop", "tablet", "laptop"] { try sync(name) }
        return id
    }

    private func expectAll(_ wanted: [Int], _ id: CharacterID, in place: String) throws {
        for name in ["laptop", "tablet", "laptop", "tablet"] { try sync(name) }
        for name in Self.names { #expect(try numbers(name, id) == wanted, "\(name), \(place)") }
        for name in ["laptop", "tablet"] {
            let last = try sync(name)
            #expect(last.sent.isEmpty && last.received.isEmpty && last.notes.isEmpty, "\(name), \(place)")
        }
    }

    private func forgetSync(_ name: String) throws {
        try open(name).execute(
            "DELETE FROM syncUnit; DELETE FROM syncCharacter; DELETE FROM syncPlace; DELETE FROM syncPacket;"
                + "DELETE FROM state WHERE name LIKE 'sync.%'")
    }

    @Test(arguments: names) func `A library that was rescued doubles nothing`(name: String) throws {
        let id = try shared()
        try forgetSync(name)
        try draw(9, name, id)
        // Somebody has written since the last sync.
        try draw(8, "laptop", id, page: 3)
        try expectAll([1, 2, 3, 4, 8, 9], id, in: name)
    }

    @Test(arguments: names) func `A library whose file was set back in place gets everything again`(name: String) throws
    {
        let id = try shared()
        let file = home.path("\(name)/library.sqlite")
        let old = try Data(contentsOf: URL(fileURLWithPath: file))
        for number in 5...7 {
            try draw(number, name, id)
            for other in ["laptop", "tablet"] { try sync(other) }
        }
        // The file keeps its number.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: old)
        try handle.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        try draw(9, name, id)
        try expectAll([1, 2, 3, 4, 5, 6, 7, 9], id, in: name)
    }

    @Test func `A character that comes back from a backup is there once`() throws {
        let id = try shared()
        let backup = FilePath(home.path("backup"))
        _ = try open("tablet").backup(to: backup)
        try draw(5, "laptop", id)
        try sync("laptop")
        try open("tablet").removeCharacter(id)
        _ = try open("tablet").emptyTrash()
        try sync("tablet")
        _ = try Library.merge(from: backup, into: FilePath(home.path("tablet")))
        try expectAll([1, 2, 3, 4, 5], id, in: "tablet")
    }

    @Test func `A look at what a sync would do changes nothing, and an exchange without news neither`() throws {
        let id = try shared()
        try draw(5, "tablet", id)
        let server = try SimulatedServer(open("server")) { false }
        let stored = { try Data(contentsOf: URL(fileURLWithPath: home.path("laptop/library.sqlite"))) }
        let before = try stored()
        for _ in 1...2 {
            let seen = try Synchronizer(open("tablet"), with: server) { _, _ in }.preview()
            #expect(seen.sent == [id] && seen.received.isEmpty)
            let last = try sync("laptop")
            #expect(last.sent.isEmpty && last.received.isEmpty && last.notes.isEmpty)
        }
        #expect(try stored() == before)
        try expectAll([1, 2, 3, 4, 5], id, in: "all")
    }

    @Test func `What is only taken or only sent is not offered again`() throws {
        let id = try shared()
        try draw(5, "tablet", id)
        #expect(try sync("tablet", .receiving).received.isEmpty)
        #expect(try sync("tablet", .receiving).received.isEmpty)
        #expect(try numbers("server", id) == [1, 2, 3, 4])
        try draw(6, "laptop", id)
        #expect(try sync("laptop", .sending).sent == [id])
        #expect(try sync("laptop", .sending).sent.isEmpty)
        #expect(try sync("tablet", .sending).sent == [id])
        #expect(try numbers("tablet", id) == [1, 2, 3, 4, 5])
        try expectAll([1, 2, 3, 4, 5, 6], id, in: "all")
    }
}
