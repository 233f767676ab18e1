// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
internal import LimnForms
package import LimnInk
package import LimnLibrary

/// The JSON form of a unit, as libraries store it and send it to one another. `Documentation/Sync.md` describes it.
package struct CodedUnit: Codable, Sendable {
    /// The id of the character.
    package var character: String
    /// `about`, `form`, or `page` with the number of the page.
    package var unit: String
    /// The libraries, which the rest names by their place here.
    var replicas: [String] = []
    /// The changes that this state includes: a library and a number, by turns.
    var seen: [Int] = []
    /// The changes that whoever reads it must have seen, because what they made is not repeated here.
    var base: [Int] = []
    var changes: [Change] = []
    var entries: [String: [Version]] = [:]
    /// Styles and shapes, as items of a page in Limn's native format.
    var ink: Data?
    /// Hashes of items that are gone, in the library's own state.
    var gone: [String: String]?
    /// The pictures to which values of the form refer.
    package var pictures: [Data]?

    struct Change: Codable {
        var r: Int
        var n: Int
        var t: Int64
        var p: [Int]
    }

    struct Version: Codable {
        /// The change that made it.
        var d: Int
        /// The changes that gave its parts their values; nil if all are `d`.
        var w: [Int]?
        /// The values; nil if whoever reads it has them.
        var v: [Value]?
    }

    /// A value. One member says what it is.
    struct Value: Codable {
        var flag: Bool?
        var text: String?
        var number: String?
        var list: [String]?
        var on: Bool?
        var picture: String?
        var order: String?
        var of: String?
        var layer: Drawing.Layer?
        /// The style of an item of ``CodedUnit/ink``; -1 for none.
        var style: Int?
        /// The shape of an item of ``CodedUnit/ink``.
        var shape: Int?
        var hash: String?
        var size: Int?
        /// A text of a form, as opposed to one of a property.
        var entry: String?
    }
}

/// The reason why a unit cannot be read.
struct SyncCodingError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

extension CodedUnit {
    /// Encodes a unit.
    ///
    /// - Parameters:
    ///   - base: what whoever reads it has seen; its versions are named, and their values left out.
    ///   - isOwn: whether the library stores it for itself.
    package init(
        _ unit: SyncUnit, of character: CharacterID, named name: String, since base: VersionVector = VersionVector(),
        isOwn: Bool = false
    ) throws(InkError) {
        self.init(character: "\(character)", unit: name)
        var writer = Writer(unit)
        seen = writer.vector(unit.seen)
        self.base = writer.vector(base)
        for key in unit.entries.keys.sorted() {
            entries[writer.key(key)] = (unit.entries[key] ?? []).map { version in
                let dot = writer.change(version.dot)
                let writers = version.parts.map { writer.change($0.writer) }
                let values = base.contains(version.dot) ? nil : writer.values(version.parts.map(\.value))
                return Version(d: dot, w: writers.allSatisfy { $0 == dot } ? nil : writers, v: values)
            }
        }
        if isOwn, !unit.gone.isEmpty {
            gone = Dictionary(uniqueKeysWithValues: unit.gone.map { (writer.key($0.key), String($0.value, radix: 16)) })
        }
        (replicas, changes) = (writer.replicas.map { "\($0)" }, writer.changes)
        if !writer.items.isEmpty {
            let document = InkDocument(pages: [.init(drawing: Drawing(items: writer.items))])
            ink = Data(try NativeInk.encode(document, precision: .lossless))
        }
    }

    private struct Writer {
        private let unit: SyncUnit
        private(set) var replicas: [ReplicaID] = []
        private var indices: [ReplicaID: Int] = [:]
        private(set) var changes: [Change] = []
        private var changeIndices: [Dot: Int] = [:]
        private(set) var items: [Item] = []

        init(_ unit: SyncUnit) { self.unit = unit }

        mutating func index(_ replica: ReplicaID) -> Int {
            if let known = indices[replica] { return known }
            replicas.append(replica)
            indices[replica] = replicas.count - 1
            return replicas.count - 1
        }

        mutating func vector(_ vector: VersionVector) -> [Int] {
            vector.counts.sorted { $0.key < $1.key }.flatMap { [index($0.key), $0.value] }
        }

        mutating func change(_ dot: Dot) -> Int {
            if let known = changeIndices[dot] { return known }
            let change = unit.changes[dot]
            changes.append(
                Change(r: index(dot.replica), n: dot.number, t: change?.time ?? 0, p: vector(change?.past ?? .init())))
            changeIndices[dot] = changes.count - 1
            return changes.count - 1
        }

        mutating func key(_ key: SyncKey) -> String {
            switch key {
            case .name(let name): "=\(name)"
            case .found(let hash, let occurrence): "#\(String(hash, radix: 16)).\(occurrence)"
            case .made(let dot, let number): "\(index(dot.replica)).\(dot.number).\(number)"
            }
        }

        /// Returns the values of a version. Style and shape of a stroke are one item.
        mutating func values(_ values: [SyncValue]) -> [Value] {
            var whole: Int?
            if values.count == 3, let item = Item(style: values[1], shape: values[2]) {
                items.append(item)
                whole = items.count - 1
            }
            return values.map { value in
                switch value {
                case .flag(let flag): return Value(flag: flag)
                case .text(let text): return Value(text: text)
                case .field(.text(let text)): return Value(entry: text)
                case .field(.number(let number)): return Value(number: number)
                case .field(.flag(let isOn)): return Value(on: isOn)
                case .field(.list(let list)): return Value(list: list)
                case .field(.picture(let hash)): return Value(picture: hash)
                case .place(let order, let layer): return Value(order: order, of: layer.map { key($0) })
                case .layer(let layer): return Value(layer: layer)
                case .stored(let hash, let size): return Value(hash: String(hash, radix: 16), size: size)
                case .style(let brush):
                    guard let brush else { return Value(style: -1) }
                    return Value(style: whole ?? add(.stroke(Stroke(brush: brush, points: StrokePoints([], width: 0)))))
                case .shape(let item): return Value(shape: whole ?? add(item))
                }
            }
        }

        private mutating func add(_ item: Item) -> Int {
            items.append(item)
            return items.count - 1
        }
    }

    /// Decodes the unit.
    ///
    /// - Parameter known: the state that whoever reads it has: values that are left out are taken from it. A version that
    ///   it does not have either must not be needed.
    /// - Parameter isOwn: whether this library stored it, and may have left ink to the page's drawing.
    /// - Returns: the unit, and what its reader must have seen.
    func decoded(with known: SyncUnit, isOwn: Bool = false) throws -> (unit: SyncUnit, base: VersionVector) {
        let reader = try Reader(self)
        var unit = SyncUnit()
        unit.seen = try reader.vector(seen)
        let base = try reader.vector(base)
        for index in changes.indices {
            let dot = try reader.dot(index)
            unit.changes[dot] = .init(
                time: try reader.time(changes[index].t, isOwn: isOwn), past: try reader.vector(changes[index].p))
        }
        if isOwn {
            for (text, hash) in gone ?? [:] { unit.gone[try reader.key(text)] = UInt64(hash, radix: 16) }
        }
        for (text, versions) in entries {
            let key = try reader.key(text)
            unit.entries[key] = try versions.map { version in
                let dot = try reader.dot(version.d)
                guard unit.seen.contains(dot) else { throw SyncCodingError("it has a version that it has not seen") }
                guard let values = version.v else {
                    guard base.contains(dot) else { throw SyncCodingError("a version has no values") }
                    // Whoever has seen the version has its values, or has seen that it is gone.
                    let parts = known.entries[key]?.first { $0.dot == dot }?.parts ?? []
                    return SyncVersion(dot: dot, parts: parts)
                }
                guard (1...3).contains(values.count), version.w.map({ $0.count == values.count }) ?? true else {
                    throw SyncCodingError("a version has too many or too few parts")
                }
                return SyncVersion(
                    dot: dot,
                    parts: try values.enumerated().map { index, value in
                        let writer = try version.w.map { try reader.dot($0[index]) } ?? dot
                        let value = try reader.value(value)
                        if case .stored = value, !isOwn { throw SyncCodingError("its ink is missing") }
                        return SyncVersion.Part(value, by: writer)
                    })
            }.sorted { $0.dot < $1.dot }
        }
        return (unit, base)
    }

    /// The changes that the unit includes.
    func seenVector() throws -> VersionVector { try Reader(self, withInk: false).vector(seen) }

    /// The changes that the reader of the unit must have seen.
    func baseVector() throws -> VersionVector { try Reader(self, withInk: false).vector(base) }

    /// Returns the texts that a property has in the versions that are here.
    func texts(_ property: String) -> [String] {
        (entries["=\(property)"] ?? []).compactMap { $0.v?.first?.text }
    }

    private struct Reader {
        private let coded: CodedUnit
        private let replicas: [ReplicaID]
        private let items: [Item]
        /// The numbers of changes, which leave room to count on.
        private static let numbers = 1...(1 << 48)
        /// The times of changes, in milliseconds since 1970. A million changes may follow the last one that is accepted.
        private static let times: ClosedRange<Int64> = 0...(1 << 48)
        private static let arrivingTimes: ClosedRange<Int64> = 0...((1 << 48) - 1_000_000)

        func time(_ time: Int64, isOwn: Bool) throws -> Int64 {
            guard (isOwn ? Self.times : Self.arrivingTimes).contains(time) else {
                throw SyncCodingError("a change has no valid time")
            }
            return time
        }

        init(_ coded: CodedUnit, withInk: Bool = true) throws {
            self.coded = coded
            replicas = try coded.replicas.map { text in
                guard let id = ReplicaID(text) else { throw SyncCodingError("a library has no valid id") }
                return id
            }
            guard withInk, let ink = coded.ink else {
                items = []
                return
            }
            let document = try NativeInk.decode([UInt8](ink), memoryLimit: 512 << 20)
            guard document.pages.count == 1 else { throw SyncCodingError("its ink is not one page") }
            items = document.pages[0].drawing.items
        }

        private func replica(_ index: Int) throws -> ReplicaID {
            guard replicas.indices.contains(index) else { throw SyncCodingError("it names a library that is missing") }
            return replicas[index]
        }

        func dot(_ index: Int) throws -> Dot {
            guard coded.changes.indices.contains(index) else {
                throw SyncCodingError("it names a change that is missing")
            }
            let change = coded.changes[index]
            guard Self.numbers.contains(change.n) else { throw SyncCodingError("a change has no valid number") }
            return Dot(try replica(change.r), change.n)
        }

        func vector(_ numbers: [Int]) throws -> VersionVector {
            guard numbers.count.isMultiple(of: 2) else { throw SyncCodingError("a list of changes is incomplete") }
            var counts: [ReplicaID: Int] = [:]
            for index in stride(from: 0, to: numbers.count, by: 2) {
                guard Self.numbers.contains(numbers[index + 1]) else {
                    throw SyncCodingError("a change has no valid number")
                }
                counts[try replica(numbers[index])] = numbers[index + 1]
            }
            return VersionVector(counts)
        }

        func key(_ text: String) throws -> SyncKey {
            if text.hasPrefix("=") { return .name(String(text.dropFirst())) }
            let isFound = text.hasPrefix("#")
            let parts = (isFound ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
            if isFound, parts.count == 2, let hash = UInt64(parts[0], radix: 16), let number = Int(parts[1]),
                number >= 0
            {
                return .found(hash: hash, occurrence: number)
            }
            if !isFound, parts.count == 3, let index = Int(parts[0]), let number = Int(parts[1]),
                let place = Int(parts[2]), number > 0
            {
                return .made(Dot(try replica(index), number), number: place)
            }
            throw SyncCodingError("an entry has no valid key")
        }

        func value(_ value: Value) throws -> SyncValue {
            if let flag = value.flag { return .flag(flag) }
            if let text = value.text { return .text(text) }
            if let text = value.entry { return .field(.text(text)) }
            if let number = value.number { return .field(.number(number)) }
            if let isOn = value.on { return .field(.flag(isOn)) }
            if let list = value.list { return .field(.list(list)) }
            if let hash = value.picture { return .field(.picture(path: hash)) }
            if let layer = value.layer { return .layer(layer) }
            if let order = value.order {
                guard OrderKey.isValid(order) else { throw SyncCodingError("an item has no valid place") }
                return .place(order: order, layer: try value.of.map { try key($0) })
            }
            if let text = value.hash {
                guard let hash = UInt64(text, radix: 16) else { throw SyncCodingError("a hash is none") }
                return .stored(hash: hash, size: value.size ?? 0)
            }
            if let index = value.style {
                if index == -1 { return .style(nil) }
                return .style(try item(index).stroke?.brush)
            }
            if let index = value.shape { return .shape(try item(index).bare) }
            throw SyncCodingError("a value is of an unknown kind; a newer Limn may know it")
        }

        private func item(_ index: Int) throws -> Item {
            guard items.indices.contains(index) else { throw SyncCodingError("it names ink that is missing") }
            return items[index]
        }
    }
}
