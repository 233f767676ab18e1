// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnForms
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport

@testable import LimnSync

/// A folder in memory that carries packets between libraries in any order, late, twice, or cut off.
final class SimulatedFolder {
    var packets: [String: SyncPacket] = [:]
    /// The packets in the order in which they were sent.
    var order: [String] = []
}

/// What one library sees of a ``SimulatedFolder``.
final class SimulatedPlace: PacketSync {
    let id = "simulated"
    private let folder: SimulatedFolder
    /// The packets that have arrived here.
    var arrived: Set<String> = []
    /// The packets of which only a part has arrived.
    var partial: Set<String> = []
    /// Whether the next packet cannot be written.
    var isFull = false

    init(_ folder: SimulatedFolder) { self.folder = folder }

    func packets() -> [String] { folder.order.reversed().filter { arrived.contains($0) || partial.contains($0) } }
    func packet(_ name: String) -> SyncPacket? { arrived.contains(name) ? folder.packets[name] : nil }

    func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt {
        if isFull {
            isFull = false
            throw SyncError("The disk is full.")
        }
        let name = "\(replica)/\(folder.packets.count)"
        folder.packets[name] = packet
        folder.order.append(name)
        arrived.insert(name)
        return SyncReceipt(packet: name)
    }

    func template(_ hash: String) -> FilePath? { nil }
    func sendTemplate(_ hash: String, named name: String, _ file: InputFile) -> String? { nil }
}

/// A server over a network that fails: a request may be lost, or its answer.
final class SimulatedServer: PeerSync {
    let id: String
    private let host: SyncHost
    private let isLost: () -> Bool

    init(_ library: Library, isLost: @escaping () -> Bool) throws {
        host = SyncHost(library)
        id = try host.id()
        self.isLost = isLost
    }

    /// Calls the host as a network does: all that is sent becomes bytes.
    private func exchange<Value>(_ body: () throws -> Value) throws(SyncError) -> Value {
        guard !isLost() else { throw SyncError("The network is gone.") }
        let value: Value
        do { value = try body() } catch { throw SyncError("\(error)") }
        guard !isLost() else { throw SyncError("The network is gone.") }
        return value
    }

    func packet(for request: SyncRequest) throws(SyncError) -> SyncPacket {
        try exchange {
            let request = try JSONDecoder().decode(SyncRequest.self, from: JSONEncoder().encode(request))
            return try SyncPacket(decoding: host.packet(for: request).encoded(), named: "answer")
        }
    }

    func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt {
        try exchange {
            let receipt = try host.take(SyncPacket(decoding: packet.encoded(), named: "body"), from: "\(replica)").0
            return try JSONDecoder().decode(SyncReceipt.self, from: JSONEncoder().encode(receipt))
        }
    }

    func template(_ hash: String) -> FilePath? { nil }
    func sendTemplate(_ hash: String, named name: String, _ file: InputFile) -> String? { nil }
}

/// A random history of several libraries, which its seed determines.
final class Simulation {
    /// One library, its clock, and what it sees of the folder.
    final class Replica {
        /// The strokes that were drawn here, and those that were erased here.
        var drawn: Set<Int> = []
        var erased: Set<Int> = []
        let folder: TemporaryFolder
        let library: Library
        let place: SimulatedPlace
        init(_ folder: TemporaryFolder, _ library: Library, _ place: SimulatedPlace) {
            (self.folder, self.library, self.place) = (folder, library, place)
        }
    }

    /// What people have done, as far as it must show in the end.
    struct Expected {
        /// Strokes that somebody has drawn, by number, and those that somebody has erased.
        var drawn: Set<Int> = []
        var erased: Set<Int> = []
        /// Strokes that an undo or a redo has brought back. Somebody else may have changed them meanwhile, and both are there.
        var returned: Set<Int> = []
        var tags: Set<String> = []
    }

    private var random: SeededGenerator
    private(set) var replicas: [Replica] = []
    private(set) var expected = Expected()
    private(set) var log: [String] = []
    /// The steps of undo that concerned what somebody else had drawn or erased.
    private(set) var foreign: [String] = []
    private var strokeNumber = 0
    private let folder = SimulatedFolder()
    private let character: CharacterID
    private let hasServer: Bool
    /// Whether everything arrives, so that all have met in the end.
    private var isSettling = true

    init(seed: UInt64, replicas count: Int) throws {
        random = SeededGenerator(seed: seed)
        hasServer = seed.isMultiple(of: 2)
        var first: CharacterID?
        for number in 0..<count {
            let home = try TemporaryFolder()
            // Clocks are wrong by days, and one of them stands still.
            let offset = Double(Int.random(in: -400_000...400_000, using: &random))
            let bits = Bits(seed: seed &* 31 &+ UInt64(number))
            let ticks = Bits(seed: 0)
            let sources = LibrarySources(
                now: {
                    Date(timeIntervalSince1970: 1_800_000_000 + offset + (number == 1 ? 0 : Double(ticks.count)))
                }, randomBits: { bits.next() })
            let library = try Library(at: FilePath(home.url.path).appending("library"), sources: sources)
            if first == nil { first = try library.createCharacter(NewCharacter(name: "Maren", template: nil)).id }
            replicas.append(Replica(home, library, SimulatedPlace(folder)))
        }
        guard let first else { throw SyncError("A simulation needs a library.") }
        character = first
        try sync(replicas[0])
        for replica in replicas.dropFirst() {
            deliver(to: replica, all: true)
            try sync(replica)
        }
        isSettling = false
    }

    private final class Bits: @unchecked Sendable {
        // Unchecked: a simulation runs on one thread.
        private var generator: SeededGenerator
        private var calls = 0
        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }
        func next() -> UInt64 { generator.next() }
        var count: Int {
            calls += 1
            return calls
        }
    }

    private func deliver(to replica: Replica, all: Bool) {
        for name in folder.order where !replica.place.arrived.contains(name) {
            switch all ? 9 : Int.random(in: 0...9, using: &random) {
            case 0...4: replica.place.partial.insert(name)
            case 5: break
            default: replica.place.arrived.insert(name)
            }
        }
    }

    /// Whether no library has taken in or sent anything since this was set.
    private(set) var isQuiet = true

    /// Syncs with the folder, or with the first library, which is a server then.
    private func sync(_ replica: Replica) throws {
        var place: any LibrarySync = replica.place
        if hasServer, replica !== replicas[0], isSettling || Bool.random(using: &random) {
            place = try SimulatedServer(replicas[0].library) { [self] in
                !isSettling && Int.random(in: 0...5, using: &random) == 0
            }
        }
        let result = try Synchronizer(replica.library, with: place) { _, _ in }.run()
        isQuiet = isQuiet && result.received.isEmpty && result.sent.isEmpty
        log.append("  received \(result.received.count), sent \(result.sent.count), \(result.notes)")
    }

    /// Does some steps, each by some library.
    func run(steps: Int) throws {
        for _ in 0..<steps {
            let index = Int.random(in: 0..<replicas.count, using: &random)
            let replica = replicas[index]
            let kind = Int.random(in: 0..<20, using: &random)
            log.append("\(index): \(kind)")
            try step(kind, replica)
        }
    }

    /// Lets everything arrive, and syncs until nothing is new.
    func settle() throws {
        isSettling = true
        replicas.forEach { $0.place.isFull = false }
        try replicas.forEach(bringBack)
        // Everything has arrived after the second round, so that the third one has nothing to do.
        for _ in 0..<3 {
            isQuiet = true
            for replica in replicas {
                deliver(to: replica, all: true)
                try sync(replica)
            }
        }
    }

    /// Takes the character out of the trash, where somebody may have put it meanwhile.
    private func bringBack(_ replica: Replica) throws {
        guard (try? replica.library.character(character)) == nil else { return }
        try replica.library.restoreFromTrash(.character(character))
    }

    private func step(_ kind: Int, _ replica: Replica) throws {
        let library = replica.library
        try bringBack(replica)
        let page = CharacterPage(character, page: Int.random(in: 1...2, using: &random))
        let drawing = try library.drawing(on: page)
        let count = drawing?.drawing.itemCount ?? 0
        func picked() -> Int {
            let index = Int.random(in: 0..<count, using: &random)
            log.append("  \(drawing.flatMap { Self.number($0.drawing.items[index]) } ?? 0) on page \(page.page)")
            return index
        }
        switch kind {
        case 0...3:
            let first = strokeNumber + 1
            try library.append((0..<Int.random(in: 1...4, using: &random)).map { _ in stroke() }, to: page)
            replica.drawn.formUnion(first...strokeNumber)
        case 4:
            guard let drawing, count > 0 else { return }
            let index = picked()
            if let number = Self.number(drawing.drawing.items[index]) {
                expected.erased.insert(number)
                replica.erased.insert(number)
            }
            try library.perform(drawing.drawing.removing([index]), on: page, expecting: drawing.revision)
        case 5:
            guard let drawing, count > 0 else { return }
            let index = picked()
            let by = Vector(dx: Double(Int.random(in: -50...50, using: &random)), dy: 8)
            try library.perform(
                drawing.drawing.transforming([index], by: .translation(by)), on: page, expecting: drawing.revision)
        case 6:
            guard let drawing, count > 0 else { return }
            let color = Color(red: Double.random(in: 0...1, using: &random), green: 0, blue: 1)
            try library.perform(
                drawing.drawing.recoloring([picked()], to: color), on: page,
                expecting: drawing.revision)
        case 7:
            guard let drawing, count > 1 else { return }
            // To the front.
            let index = picked()
            let item = drawing.drawing.items[index]
            let edit = Edit(removed: [.init(index: index, item: item)], inserted: [.init(index: count - 1, item: item)])
            try library.perform(edit, on: page, expecting: drawing.revision)
        case 8: try library.renameCharacter(character, to: "Maren \(Int.random(in: 0...999, using: &random))")
        case 9:
            let tag = "tag \(Int.random(in: 0...20, using: &random))"
            expected.tags.insert(tag)
            try library.changeTags(of: character, adding: [tag], removing: [])
        case 10:
            _ = try library.setFormValues(
                ["field \(Int.random(in: 0...3, using: &random))": .text("\(Int.random(in: 0...999, using: &random))")],
                removing: [], pictures: [], of: character, expecting: nil, by: nil)
        case 11:
            let layers = drawing?.drawing.layers ?? [Drawing.Layer()]
            let name = "layer \(Int.random(in: 0...99, using: &random))"
            let edit = Edit(layers: .init(before: layers, after: layers + [Drawing.Layer(name: name)]))
            guard layers.count < 6, let drawing else { return }
            try library.perform(edit, on: page, expecting: drawing.revision)
        case 16:
            let fields = try library.formValues(of: character).entries.keys.sorted()
            guard let field = fields.randomElement(using: &random) else { return }
            _ = try library.setFormValues(
                [:], removing: [field], pictures: [], of: character, expecting: nil, by: nil)
        case 17:
            try library.removeCharacter(character)
            if Bool.random(using: &random) {
                deliver(to: replica, all: false)
                do { try sync(replica) } catch is SyncError { log.append("  it failed") }
            }
            try bringBack(replica)
        case 18, 19:
            let before = Set(try numbers(replica))
            _ = kind == 18 ? try library.undo(character) : try library.redo(character)
            let after = Set(try numbers(replica))
            let (gone, back) = (before.subtracting(after), after.subtracting(before))
            log.append("  \(kind == 18 ? "undo" : "redo"): \(gone) are gone, \(back) are back")
            let own = kind == 18 ? (replica.drawn, replica.erased) : (replica.erased, replica.drawn)
            if !gone.isSubset(of: own.0) || !back.isSubset(of: own.1) {
                foreign.append("\(kind == 18 ? "undo" : "redo") took \(gone) back, and brought \(back)")
            }
            expected.erased.formUnion(gone)
            expected.returned.formUnion(back)
        case 12: replica.place.isFull = Bool.random(using: &random)
        default:
            deliver(to: replica, all: false)
            // A full disk ends a sync in the middle.
            do { try sync(replica) } catch is SyncError { log.append("  it failed") }
        }
    }

    /// Makes a stroke that shows its number even when it was moved or recolored.
    private func stroke() -> Stroke {
        strokeNumber += 1
        expected.drawn.insert(strokeNumber)
        let start = Point(x: Double(Int.random(in: 0...400, using: &random)), y: 100)
        let points = (0..<Int.random(in: 3...12, using: &random)).map { index in
            Point(x: start.x + Double(index) * 4, y: start.y + (index == 1 ? Double(strokeNumber) : 0))
        }
        return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
    }

    static func number(_ item: Item) -> Int? {
        guard let points = item.stroke?.points.positions, points.count > 1 else { return nil }
        return Int((points[1].y - points[0].y).rounded())
    }

    /// What a library shows, as a text.
    func shown(_ replica: Replica) throws -> String {
        let library = replica.library
        let record = try library.character(character)
        var lines = [record.name, record.tags.sorted().joined(separator: ","), "\(record.isFavorite)"]
        for (name, entry) in try library.formValues(of: character).entries.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name) = \(entry)")
        }
        for page in 1...2 {
            let drawing = try library.drawing(on: CharacterPage(character, page: page))?.drawing ?? Drawing()
            lines.append("page \(page): \(drawing.layers.map { $0.name ?? "-" })")
            lines += drawing.items.map {
                "  \(Self.number($0) ?? 0) \($0.layer) \($0.stroke?.brush.color as Any) \($0.bounds as Any)"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The numbers of the strokes that a library shows.
    func numbers(_ replica: Replica) throws -> [Int] {
        try (1...2).flatMap { page in
            try replica.library.drawing(on: CharacterPage(character, page: page))?.drawing.items ?? []
        }.compactMap(Self.number)
    }

    func tags(_ replica: Replica) throws -> Set<String> { Set(try replica.library.character(character).tags) }
}
