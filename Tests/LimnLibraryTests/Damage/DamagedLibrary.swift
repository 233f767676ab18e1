// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import LimnFiles
import LimnForms
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport

/// A small library, and which block of its database each part of it is in.
struct DamagedLibrary {
    /// What a character has.
    struct Person {
        let name: String
        let tags: [String]
        let template: TemplateID?
    }

    let folder: TemporaryFolder
    let database: [UInt8]
    private(set) var people: [CharacterID: Person] = [:]
    private(set) var templates: [TemplateID: (name: String, content: [UInt8])] = [:]
    private(set) var strokes: [CharacterPage: [Stroke]] = [:]
    /// The values of forms.
    private(set) var values: [CharacterID: [String: FieldEntry]] = [:]
    /// The blocks that hold ink of a page, or an exact name.
    private var inkBlocks: [CharacterPage: Set<Int>] = [:]

    static let blockSize = 4096
    /// A sound backup of it.
    var backup: FilePath { FilePath(folder.path("backup")) }
    var blockCount: Int { database.count / Self.blockSize }

    init() throws {
        folder = try TemporaryFolder()
        let template: (Int) -> String = { "Blätter Nummer \($0)" }
        do {
            let library = try Library(at: folder.library)
            var templateIDs: [TemplateID?] = []
            for number in 0..<3 {
                let words = (0..<1500).map { "wort\(number)x\($0 &* 7919 % 10_007)" }.joined(separator: " ")
                let made = try library.importTemplate(
                    sheet(template(number), content: "%PDF content \(number)", text: words)
                ).template
                templates[made.id] = (made.name, Array("%PDF content \(number)".utf8))
                templateIDs.append(made.id)
            }
            templateIDs.append(nil)
            let removed = try library.createCharacter(NewCharacter(name: "Gelöscht", template: nil))
            for number in 0..<60 { try library.append([stroke(9000 + number)], to: CharacterPage(removed.id, page: 1)) }
            for number in 0..<24 {
                let tags = ["Gruppe \(number % 5)"]
                let made = try library.createCharacter(
                    NewCharacter(name: "Größe Nr. \(number) Åsa", template: templateIDs[number % 4], tags: tags))
                people[made.id] = Person(name: made.name, tags: tags, template: made.template)
                for page in 1...2 {
                    let place = CharacterPage(made.id, page: page)
                    for edit in 0..<(2 + number % 4) {
                        let seeds = (0..<(1 + (number * page + edit) % 12)).map {
                            number * 1000 + page * 100 + edit * 13 + $0
                        }
                        try library.append(seeds.map { stroke($0) }, to: place)
                    }
                    if number.isMultiple(of: 3) {
                        try library.compact(place)
                        try library.append([stroke(number * 1000 + 999)], to: place)
                    }
                }
                for change in 0..<3 {
                    try library.setFormValues(
                        ["held": .text("Wert \(number) \(change)"), "feld\(change)": .flag(true)], of: made.id)
                }
                values[made.id] = try library.formValues(of: made.id).entries
                try library.setThumbnail(
                    (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* (number + 3)) }, of: made.id, inkVersion: 1)
            }
            // Some pages are free now, and hold what was deleted. Emptying the trash would give them back to the disk.
            try library.execute("DELETE FROM character WHERE id = \(removed.id.value)")
            for place in people.keys.flatMap({ id in (1...2).map { CharacterPage(id, page: $0) } }) {
                strokes[place] = try library.drawing(on: place)?.drawing.strokes
            }
            _ = try library.backup(to: FilePath(folder.path("backup")))
        }
        for name in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path("library/library.sqlite\(name)"))
        }
        database = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent("library/library.sqlite")))
        try findInk()
    }

    /// Finds the bytes of the ink in the file, by pieces of four bytes that occur rarely. A stroke is in an edit and
    /// perhaps in a snapshot.
    private mutating func findInk() throws {
        var places: [UInt32: [Int]] = [:]
        database.withUnsafeBytes { bytes in
            for offset in 0..<(bytes.count - 4) {
                let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                places[key, default: []].append(offset)
            }
        }
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        let rows = try queue.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT character, page, ink FROM drawing JOIN drawingBase ON drawing = drawing.id
                    UNION ALL SELECT character, page, edit FROM drawing JOIN inkEdit ON drawing = drawing.id
                    """)
        }
        try queue.close()
        for row in rows {
            let id: Int64 = row[0]
            guard let person = people.keys.first(where: { $0.value == id }) else { continue }
            let bytes = [UInt8](row[2] as Data)
            let place = CharacterPage(person, page: row[1])
            bytes.withUnsafeBytes { bytes in
                for offset in 0..<(bytes.count - 4) {
                    let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    guard let found = places[key], found.count <= 2 else { continue }
                    inkBlocks[place, default: []].formUnion(
                        found.flatMap { [$0 / Self.blockSize, ($0 + 3) / Self.blockSize] })
                }
            }
        }
    }

    /// Whether a block holds a text exactly.
    private func holds(_ text: String, _ block: Int) -> Bool {
        let start = block * Self.blockSize
        return Data(database[start..<(start + Self.blockSize)]).range(of: Data(text.utf8)) != nil
    }

    /// A copy of the library with a damaged block.
    func damaged(_ block: Int, with bytes: [UInt8], in folder: TemporaryFolder) throws {
        var database = database
        database.replaceSubrange((block * Self.blockSize)..<((block + 1) * Self.blockSize), with: bytes)
        try copy(to: folder)
        try folder.write(database, "library/library.sqlite")
    }

    /// A copy of the library.
    func copy(to folder: TemporaryFolder) throws {
        try? FileManager.default.removeItem(atPath: folder.path("library"))
        try FileManager.default.copyItem(atPath: self.folder.path("library"), toPath: folder.path("library"))
    }

    /// What of everything that is not in a block is missing in a library, as sentences.
    ///
    /// - Parameter block: the damaged block; nil for none.
    func missing(in library: Library, block: Int?) throws -> [String] {
        var missing: [String] = []
        let listed = try library.characters()
        if listed.count != people.count { missing.append("\(listed.count) characters") }
        for (id, person) in people {
            guard let found = listed.first(where: { $0.id == id }) else {
                missing.append(person.name)
                continue
            }
            if block.map({ holds(person.name, $0) }) == true { continue }
            if found.name != person.name { missing.append("\(person.name) is \(found.name)") }
            if found.tags != person.tags { missing.append("\(person.name): \(found.tags)") }
            if found.template != person.template { missing.append("\(person.name): template") }
        }
        for (place, strokes) in strokes where block.map({ inkBlocks[place]?.contains($0) == true }) != true {
            let found = try? library.drawing(on: place)?.drawing.strokes
            if found != strokes { missing.append("\(people[place.character]?.name ?? "") page \(place.page)") }
        }
        for (id, entries) in values {
            // What is in the block may be the values, or a part of the journal from which they would be made.
            let marker = entries["held"]?.text ?? ""
            if block.map({ holds(marker, $0) }) == true { continue }
            let found = try? library.formValues(of: id).entries
            if found != entries { missing.append("values of \(people[id]?.name ?? "")") }
        }
        let known = try library.templates()
        for (id, template) in templates {
            guard let found = known.first(where: { $0.id == id }) else {
                missing.append(template.name)
                continue
            }
            if block.map({ holds(template.name, $0) }) != true, found.name != template.name {
                missing.append("\(template.name) is \(found.name)")
            }
            if (try? library.content(of: id).bytes()) != template.content { missing.append("PDF of \(template.name)") }
        }
        if known.count != templates.count { missing.append("\(known.count) templates") }
        return missing
    }
}

extension FieldEntry {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
