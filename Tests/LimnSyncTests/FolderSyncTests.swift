// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnForms
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@testable import LimnSync

@Suite struct FolderSyncTests {
    /// Two libraries and a folder.
    private struct Places {
        let home: TemporaryFolder
        let left: Library
        let right: Library
        let folder: FilePath

        init() throws {
            home = try TemporaryFolder()
            left = try Library(at: FilePath(home.path("left")))
            right = try Library(at: FilePath(home.path("right")))
            folder = FilePath(home.path("folder"))
        }

        @discardableResult
        func sync(_ library: Library, _ directions: Synchronizer.Directions = .both) throws -> SyncResult {
            let place = try FolderSync(folder, newID: "\(ReplicaID(bits: .random(in: 0...(.max))))")
            return try Synchronizer(library, with: place) { _, _ in }.run(directions)
        }

        /// Makes a character that both libraries have.
        func shared() throws -> CharacterID {
            let id = try left.createCharacter(NewCharacter(name: "Maren", template: nil)).id
            try left.append([stroke(1)], to: CharacterPage(id, page: 1))
            try sync(left)
            try sync(right)
            return id
        }

        func settle() throws { for library in [left, right, left, right] { try sync(library) } }

        func items(_ library: Library, _ id: CharacterID) throws -> [Item] {
            try library.drawing(on: CharacterPage(id, page: 1))?.drawing.items ?? []
        }
    }

    private static func stroke(_ number: Int) -> Stroke {
        let points = (0..<10).map { Point(x: Double($0) * 3, y: Double(number)) }
        return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
    }

    private static func change(_ page: CharacterPage, _ library: Library, _ layers: [Drawing.Layer]) throws {
        let drawing = try #require(try library.drawing(on: page))
        try library.perform(drawing.drawing.replacingLayers(layers), on: page, expecting: drawing.revision)
    }

    @Test func `A character travels with its ink, values, tags and pictures`() throws {
        let places = try Places()
        var new = NewCharacter(name: "Maren", template: nil, isFavorite: true, tags: ["elf", "druid"])
        let picture = try Project.sample("portrait.png")
        let hash = ContentHash(picture).description
        new.formEntries = [
            "level": .number("3"), "notes": .text(""), "on": .flag(true), "skills": .list(["a", "b"]),
            "face": .picture(path: hash),
        ]
        new.formPictures = [picture]
        let text = Item.object(.text(TextItem("Ägir ↑", at: Point(x: 10, y: 20))))
        new.drawings = [
            1: Drawing(items: [.stroke(Self.stroke(1)), text]), 7: Drawing(items: [.stroke(Self.stroke(2))]),
        ]
        let id = try places.left.createCharacter(new).id
        #expect(try places.sync(places.left).sent == [id])
        #expect(try places.sync(places.right).received == [id])
        let record = try places.right.character(id)
        #expect(record.name == "Maren" && record.isFavorite && Set(record.tags) == ["elf", "druid"])
        #expect(try places.right.formValues(of: id).entries == new.formEntries)
        #expect(try places.right.formPicture(hash, of: id) == picture)
        for page in [1, 7] {
            let place = CharacterPage(id, page: page)
            #expect(try places.right.drawing(on: place)?.drawing == places.left.drawing(on: place)?.drawing)
        }
        #expect(try places.sync(places.right).sent.isEmpty)
        #expect(try places.sync(places.left).received.isEmpty)
    }

    @Test func `A restyle and a move of the same stroke both count`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        let drawing = try #require(try places.left.drawing(on: page))
        let red = Color(red: 1, green: 0, blue: 0)
        try places.left.perform(drawing.drawing.recoloring([0], to: red), on: page, expecting: drawing.revision)
        let other = try #require(try places.right.drawing(on: page))
        try places.right.perform(
            other.drawing.transforming([0], by: .translation(Vector(dx: 5, dy: 7))), on: page, expecting: other.revision
        )
        try places.sync(places.left)
        try places.sync(places.right)
        try places.sync(places.left)
        let items = try places.items(places.left, id)
        #expect(try items == places.items(places.right, id))
        #expect(items.count == 1 && items[0].stroke?.brush.color == red)
        #expect(items[0].stroke?.points.positions[0] == Point(x: 5, y: 8))
    }

    @Test func `Of two names, one counts and the other one is kept until somebody renames again`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.renameCharacter(id, to: "Left")
        try places.right.renameCharacter(id, to: "Right")
        try places.sync(places.left)
        let result = try places.sync(places.right)
        let kept = try #require(result.kept.first)
        #expect(kept.name == "name" && Set([kept.current, kept.others.first]) == ["Left", "Right"])
        try places.right.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.right)
        #expect(try places.sync(places.left).kept.count == 1)
        try places.left.renameCharacter(id, to: "Both")
        try places.sync(places.left)
        #expect(try places.sync(places.right).kept.isEmpty)
        #expect(try places.right.character(id).name == "Both")
    }

    @Test func `Undo takes back one's own change although others' came after it`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.right.append([Self.stroke(3)], to: CharacterPage(id, page: 1))
        try places.sync(places.right)
        try places.sync(places.left)
        func numbers(_ library: Library) throws -> Set<Double> {
            Set(try places.items(library, id).compactMap { $0.stroke?.points.positions[0].y })
        }
        #expect(try numbers(places.left) == [1, 2, 3])
        try places.left.undo(id)
        #expect(try numbers(places.left) == [1, 3])
        try places.left.undo(id)
        #expect(try numbers(places.left) == [3])
        #expect(try places.left.undo(id).isEmpty)
        try places.left.redo(id)
        try places.left.redo(id)
        #expect(try numbers(places.left) == [1, 2, 3])
        try places.left.undo(CharacterPage(id, page: 1), expecting: nil)
        try places.sync(places.left)
        try places.sync(places.right)
        #expect(try numbers(places.right) == [1, 3])
    }

    @Test func `Undo of values leaves those of others alone`() throws {
        let places = try Places()
        let id = try places.shared()
        _ = try places.left.setFormValues(
            ["a": .text("1")], removing: [], pictures: [], of: id, expecting: nil, by: nil)
        _ = try places.right.setFormValues(
            ["b": .text("2")], removing: [], pictures: [], of: id, expecting: nil, by: nil)
        try places.sync(places.right)
        try places.sync(places.left)
        try places.left.undoForm(of: id, expecting: nil)
        #expect(try places.left.formValues(of: id).entries == ["b": .text("2")])
    }

    @Test func `What somebody removes while others write in it stays`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.removeCharacter(id)
        try places.right.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.left)
        try places.sync(places.right)
        try places.sync(places.left)
        #expect(try places.items(places.left, id).count == 2)
        #expect(try places.items(places.right, id).count == 2)
        try places.right.removeCharacter(id)
        try places.sync(places.right)
        try places.sync(places.left)
        #expect(throws: LibraryError.self) { try places.left.character(id) }
        try places.left.restoreFromTrash(.character(id))
        try places.sync(places.left)
        try places.sync(places.right)
        #expect(try places.right.character(id).name == "Maren")
    }

    @Test func `What was deleted for good does not come back`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.removeCharacter(id)
        _ = try places.left.emptyTrash()
        try places.right.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.right)
        #expect(try places.sync(places.left).received.isEmpty)
        #expect(throws: LibraryError.self) { try places.left.character(id) }
    }

    @Test func `Ink of a layer that is gone is for the game master`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        let secret = Drawing.Layer(name: "Plans", audience: .gameMaster)
        var drawing = try #require(try places.left.drawing(on: page))
        try places.left.perform(
            drawing.drawing.replacingLayers([Drawing.Layer(), secret]), on: page, expecting: drawing.revision)
        try places.sync(places.left)
        try places.sync(places.right)
        var hidden = Self.stroke(5)
        hidden.layer = 1
        try places.right.append([hidden], to: page)
        drawing = try #require(try places.left.drawing(on: page))
        try places.left.perform(
            drawing.drawing.replacingLayers([Drawing.Layer()]), on: page, expecting: drawing.revision)
        try places.sync(places.left)
        try places.sync(places.right)
        try places.sync(places.left)
        for library in [places.left, places.right] {
            let found = try #require(try library.drawing(on: page)).drawing
            #expect(found.items.count == 2)
            let layer = try #require(found.items.first { $0.stroke?.points.positions[0].y == 5 }).layer
            #expect(found.layers[layer].audience == .gameMaster)
        }
    }

    @Test func `Copies of a library do not double its ink, and each counts for itself`() throws {
        let places = try Places()
        let id = try places.left.createCharacter(NewCharacter(name: "Maren", template: nil)).id
        let page = CharacterPage(id, page: 1)
        try places.left.append([Self.stroke(1), Self.stroke(1), Self.stroke(2)], to: page)
        func copied(_ name: String) throws -> Library {
            _ = try places.left.setting("wal_checkpoint(TRUNCATE)")
            try FileManager.default.copyItem(atPath: places.home.path("left"), toPath: places.home.path(name))
            return try Library(at: FilePath(places.home.path(name)))
        }
        let early = try copied("early")
        try early.append([Self.stroke(3)], to: page)
        try places.sync(places.left)
        let late = try copied("late")
        try late.append([Self.stroke(4)], to: page)
        try places.left.append([Self.stroke(5)], to: page)
        for library in [early, late, places.left, early, late, places.left] { try places.sync(library) }
        for library in [early, late, places.left] {
            let numbers = try places.items(library, id).compactMap { $0.stroke?.points.positions[0].y }.sorted()
            #expect(numbers == [1, 1, 2, 3, 4, 5])
        }
    }

    @Test func `Files that have not arrived, and copies of conflicts, are left alone`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.left)
        let changes = places.home.url.appendingPathComponent("folder/changes")
        let author = try #require(try FileManager.default.contentsOfDirectory(atPath: changes.path).first)
        let folder = changes.appendingPathComponent(author)
        let known = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(known.count == 2)
        var whole: [URL: Data] = [:]
        for name in known {
            let file = folder.appendingPathComponent(name)
            whole[file] = try Data(contentsOf: file)
            let stem = name.dropLast(".limnsync".count)
            try FileManager.default.copyItem(
                at: file, to: folder.appendingPathComponent("\(stem).sync-conflict-20261130-120000-ABCDEFG.limnsync"))
        }
        for (file, data) in whole { try data.prefix(data.count / 2).write(to: file) }
        let result = try places.sync(places.right)
        #expect(result.received.isEmpty && !result.notes.isEmpty)
        for (file, data) in whole { try data.write(to: file) }
        #expect(try places.sync(places.right).received == [id])
        #expect(try places.items(places.right, id).count == 2)
    }

    @Test func `A folder with other files is refused, and so are damaged packets`() throws {
        let home = try TemporaryFolder()
        try home.write("hello".utf8, "letter.txt")
        #expect(throws: SyncError.self) { try FolderSync(FilePath(home.url.path), newID: "x") }
        let places = try Places()
        _ = try places.shared()
        let folder = places.home.url.appendingPathComponent("folder/changes/zzzzzzzzzzzz")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for bytes in [Array("no gzip".utf8), [UInt8](repeating: 0, count: 40)] {
            try Data(bytes).write(to: folder.appendingPathComponent("\(ContentHash(bytes)).limnsync"))
        }
        #expect(try places.sync(places.right).notes.count == 2)
    }

    /// A character with a template of four pages, in both libraries.
    private func withPages() throws -> (places: Places, id: CharacterID) {
        let places = try Places()
        var template: TemplateID?
        for library in [places.right, places.left] {
            let new = NewTemplate(
                name: "Sheet", content: InputFile(bytes: Array("%PDF-1.4 sheet".utf8), named: "sheet"),
                pages: (1...4).map { _ in PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 100)) })
            template = try library.importTemplate(new).template.id
        }
        let id = try places.left.createCharacter(NewCharacter(name: "Maren", template: template)).id
        try places.sync(places.left)
        try places.sync(places.right)
        return (places, id)
    }

    private func list(_ library: Library, _ id: CharacterID) throws -> PageList {
        try library.character(id).pageList ?? PageList(templatePages: 4)
    }

    private func pages(_ library: Library, _ id: CharacterID) throws -> [PageList.Content] {
        try list(library, id).pages.map(\.content)
    }

    private func change(_ library: Library, _ id: CharacterID, _ actions: PageListAction...) throws {
        for action in actions { try library.changePages(action, of: id) }
    }

    private static func paper(_ kind: PageList.Paper) -> PageList.Content {
        .paper(kind, size: Size(width: 200, height: 100))
    }

    @Test func `Pages that two people insert, move, turn and remove are all where they put them`() throws {
        let (places, id) = try withPages()
        try change(places.left, id, .insert(.lined, size: nil, .after(1)), .remove(4))
        try change(places.right, id, .insert(.dotted, size: nil, .after(3)), .move(2, .before(1)))
        try places.settle()
        let wanted: [PageList.Content] = [
            .template(page: 2), .template(page: 1), Self.paper(.lined), .template(page: 3), Self.paper(.dotted),
        ]
        #expect(try pages(places.left, id) == wanted)
        #expect(try pages(places.right, id) == wanted)
        // Later changes, each on top of the other's.
        let lined = try #require(try list(places.right, id).pages.first { $0.content == wanted[2] }).number
        try change(places.right, id, .turn(lined, .clockwise90))
        try change(places.left, id, .move(lined, .after(3)), .insert(.plain, size: nil, .before(2)))
        try places.settle()
        let both = try list(places.left, id)
        #expect(try both == list(places.right, id))
        #expect(both[number: lined]?.turn == .clockwise90 && both.position(of: lined) == 5)
        #expect(both.pages.first?.content == Self.paper(.plain) && both.pages.count == 6)
        #expect(try places.sync(places.left).sent.isEmpty && places.sync(places.right).received.isEmpty)
    }

    @Test func `Pages that are again those of the template stay so, with what others insert meanwhile`() throws {
        let (places, id) = try withPages()
        try change(places.left, id, .remove(2))
        try places.settle()
        #expect(try pages(places.right, id) == [1, 3, 4].map { .template(page: $0) })
        try places.left.undo(id)
        try change(places.right, id, .insert(.squared, size: nil, .after(4)))
        try places.settle()
        let wanted: [PageList.Content] = [1, 2, 3, 4].map { .template(page: $0) } + [Self.paper(.squared)]
        #expect(try pages(places.left, id) == wanted && pages(places.right, id) == wanted)
    }

    @Test func `A template comes out of the trash with its character`() throws {
        let (places, id) = try withPages()
        let template = try #require(try places.left.character(id).template)
        try places.left.removeTemplate(template, keepingCharacters: false)
        try places.right.append([Self.stroke(1)], to: CharacterPage(id, page: 1))
        try places.settle()
        #expect(try places.left.character(id).template == template && places.left.templates().count == 1)
    }

    @Test func `One way goes one way`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.right.append([Self.stroke(3)], to: CharacterPage(id, page: 1))
        try places.sync(places.left, .sending)
        #expect(try places.sync(places.right, .receiving).sent.isEmpty)
        #expect(try places.items(places.right, id).count == 3)
        #expect(try places.sync(places.left).received.isEmpty)
        #expect(try places.items(places.left, id).count == 2)
    }

    // MARK: What a reader of the code has found

    private func numbers(_ places: Places, _ library: Library, _ id: CharacterID) throws -> [Double] {
        try places.items(library, id).compactMap { $0.stroke?.points.positions[0].y }.sorted()
    }

    @Test func `What was undone after others' changes can be done again`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        try places.right.append([Self.stroke(2)], to: page)
        try places.sync(places.right)
        try places.left.append([Self.stroke(3)], to: page)
        try places.sync(places.left)
        try places.left.append([Self.stroke(4)], to: page)
        try places.left.undo(id)
        try places.left.undo(id)
        #expect(try numbers(places, places.left, id) == [1, 2])
        try places.left.redo(id)
        try places.left.redo(id)
        #expect(try numbers(places, places.left, id) == [1, 2, 3, 4])
    }

    @Test func `One character that cannot be taken in does not stop the others`() throws {
        let places = try Places()
        let id = try places.shared()
        let other = try places.left.createCharacter(NewCharacter(name: "Ole", template: nil)).id
        try places.left.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.left)
        let place = try FolderSync(places.folder, newID: "x")
        let author = ReplicaID(bits: 77)
        for (name, time) in [("", Int64(5)), ("a\u{202e}b", 5), ("late", 1 << 48)] {
            let recorder = {
                var recorder = SyncRecorder(SyncUnit(), by: author, at: time)
                recorder.set(.name("name"), [.text(name)])
                return recorder.finished()
            }()
            let unit = try CodedUnit(recorder, of: CharacterID(bits: UInt64(time) + UInt64(name.count)), named: "about")
            _ = try place.send(SyncPacket(units: [unit]), from: author)
        }
        let result = try places.sync(places.right)
        #expect(result.received == [id, other] && result.notes.count == 3)
        #expect(try places.right.characters().count == 2)
    }

    @Test func `A library whose state is lost doubles nothing and takes nothing back`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        for number in 2...6 {
            try places.left.append([Self.stroke(number)], to: page)
            try places.sync(places.left)
        }
        try places.sync(places.right)
        let drawing = try #require(try places.left.drawing(on: page))
        let secret = Drawing.Layer(audience: .gameMaster)
        try places.left.perform(
            drawing.drawing.replacingLayers([Drawing.Layer(), secret]), on: page, expecting: drawing.revision)
        var hidden = try #require(try places.left.drawing(on: page))
        var moved = hidden.drawing.items[0]
        moved.layer = 1
        try places.left.perform(hidden.drawing.replacing([0: [moved]]), on: page, expecting: hidden.revision)
        try places.sync(places.left)
        try places.right.execute(
            "DELETE FROM syncUnit; DELETE FROM syncCharacter; DELETE FROM syncPlace; DELETE FROM syncPacket;"
                + "DELETE FROM state WHERE name LIKE 'sync.%'")
        try places.right.append([Self.stroke(9)], to: page)
        for library in [places.right, places.left, places.right] { try places.sync(library) }
        for library in [places.left, places.right] {
            #expect(try numbers(places, library, id) == [1, 2, 3, 4, 5, 6, 9])
            hidden = try #require(try library.drawing(on: page))
            #expect(hidden.drawing.items[0].layer == 1 && hidden.drawing.layers[1].audience == .gameMaster)
        }
    }

    @Test func `A layer for the game master stays one, whatever others do with it at the same time`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        let plans = Drawing.Layer(name: "Plans", id: 7)
        try Self.change(page, places.left, [Drawing.Layer(), plans])
        try places.settle()
        var secret = plans
        secret.audience = .gameMaster
        try Self.change(page, places.left, [Drawing.Layer(), secret])
        var locked = plans
        locked.isLocked = true
        try Self.change(page, places.right, [Drawing.Layer(), locked])
        try places.settle()
        for library in [places.left, places.right] {
            let layers = try #require(try library.drawing(on: page)).drawing.layers
            #expect(layers.last?.audience == .gameMaster)
        }
        // One opens it while the other one adds to it.
        let open = try #require(try places.left.drawing(on: page)).drawing.layers
        var opened = open
        opened[1].audience = .everyone
        try Self.change(page, places.left, opened)
        var stroke = Self.stroke(8)
        stroke.layer = 1
        try places.right.append([stroke], to: page)
        try places.settle()
        for library in [places.left, places.right] {
            let drawing = try #require(try library.drawing(on: page)).drawing
            let added = try #require(drawing.items.first { $0.stroke?.points.positions[0].y == 8 })
            #expect(drawing.layers[added.layer].audience == .gameMaster)
        }
    }

    @Test func `A restored backup meets the others again as a library of its own`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        let backup = FilePath(places.home.path("backup"))
        _ = try places.left.backup(to: backup)
        try places.left.append([Self.stroke(2)], to: page)
        try places.sync(places.left)
        _ = try Library.restore(from: backup, to: places.left.folder)
        let restored = try Library(at: places.left.folder)
        try restored.append([Self.stroke(3)], to: page)
        for library in [restored, places.right, restored, places.right] { try places.sync(library) }
        for library in [restored, places.right] { #expect(try numbers(places, library, id) == [1, 2, 3]) }
    }

    @Test func `A character that was deleted and comes back from a backup syncs again`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        let backup = FilePath(places.home.path("backup"))
        _ = try places.left.backup(to: backup)
        try places.left.removeCharacter(id)
        _ = try places.left.emptyTrash()
        try places.right.append([Self.stroke(2)], to: page)
        for library in [places.left, places.right] { try places.sync(library) }
        _ = try Library.merge(from: backup, into: places.left.folder)
        let left = try Library(at: places.left.folder)
        for library in [left, places.right, left, places.right] { try places.sync(library) }
        try left.append([Self.stroke(3)], to: page)
        for library in [left, places.right] { try places.sync(library) }
        for library in [left, places.right] { #expect(try numbers(places, library, id) == [1, 2, 3]) }
    }

    @Test func `Tags that differ in case are one`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.changeTags(of: id, adding: ["Elf"], removing: [])
        try places.right.changeTags(of: id, adding: ["elf"], removing: [])
        for library in [places.left, places.right, places.left] { try places.sync(library) }
        try places.left.changeTags(of: id, adding: ["a"], removing: [])
        try places.right.changeTags(of: id, adding: ["b"], removing: [])
        for library in [places.left, places.right, places.left] { try places.sync(library) }
        for library in [places.left, places.right] {
            let tags = try library.character(id).tags
            #expect(tags.count == 3 && Set(tags.map { $0.lowercased() }) == ["elf", "a", "b"])
        }
        #expect(try places.sync(places.right).received.isEmpty)
    }

    @Test func `The same ink that two people draw is there twice`() throws {
        let places = try Places()
        let id = try places.left.createCharacter(NewCharacter(name: "Maren", template: nil)).id
        try places.sync(places.left)
        try places.sync(places.right)
        for library in [places.left, places.right] {
            try library.append([Self.stroke(1), Self.stroke(2)], to: CharacterPage(id, page: 1))
        }
        for library in [places.left, places.right, places.left] { try places.sync(library) }
        for library in [places.left, places.right] { #expect(try numbers(places, library, id) == [1, 1, 2, 2]) }
    }

    @Test func `What two people erase and bring back is there once`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        func both(_ change: (Library) throws -> Void) throws {
            for library in [places.left, places.right] { try change(library) }
            for library in [places.left, places.right, places.left] { try places.sync(library) }
        }
        try places.left.append([Self.stroke(1), Self.stroke(2)], to: page)
        for library in [places.left, places.right] { try places.sync(library) }
        try both { library in
            let drawing = try #require(try library.drawing(on: page))
            try library.perform(drawing.drawing.removing([0, 1, 2]), on: page, expecting: drawing.revision)
        }
        #expect(try places.items(places.right, id).isEmpty)
        try both { _ = try $0.undo(id) }
        for library in [places.left, places.right] { #expect(try numbers(places, library, id) == [1, 1, 2]) }
    }

    @Test func `A layer that is renamed while it is made one for the game master is for the game master`() throws {
        let places = try Places()
        let id = try places.shared()
        let page = CharacterPage(id, page: 1)
        try Self.change(page, places.left, [Drawing.Layer(), Drawing.Layer(name: "Plot")])
        try places.settle()
        var stroke = Self.stroke(5)
        stroke.layer = 1
        try places.left.append([stroke], to: page)
        try places.settle()
        try Self.change(page, places.left, [Drawing.Layer(), Drawing.Layer(name: "Plot", audience: .gameMaster)])
        try Self.change(page, places.right, [Drawing.Layer(), Drawing.Layer(name: "Story")])
        try places.settle()
        for library in [places.left, places.right] {
            let drawing = try #require(try library.drawing(on: page)).drawing
            #expect(drawing.layers.count == 2)
            let item = try #require(drawing.items.first { $0.stroke?.points.positions[0].y == 5 })
            #expect(drawing.layers[item.layer].audience == .gameMaster)
        }
    }

    @Test func `A folder whose packets are lost is complete again when its mark is removed`() throws {
        let places = try Places()
        let id = try places.shared()
        try places.left.append([Self.stroke(2)], to: CharacterPage(id, page: 1))
        try places.sync(places.left)
        let changes = places.home.url.appendingPathComponent("folder/changes")
        let files = try #require(
            FileManager.default.enumerator(at: changes, includingPropertiesForKeys: [.fileSizeKey]))
        let packets = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "limnsync" }
        let first = try #require(
            try packets.min {
                try $0.resourceValues(forKeys: [.contentModificationDateKey])
                    .contentModificationDate ?? .now < $1.resourceValues(forKeys: [.contentModificationDateKey])
                    .contentModificationDate ?? .now
            })
        try FileManager.default.removeItem(at: first)
        let new = try Library(at: FilePath(places.home.path("new")))
        #expect(try places.sync(new).received.isEmpty)
        try FileManager.default.removeItem(at: places.home.url.appendingPathComponent("folder/limn-sync.json"))
        try places.sync(places.left)
        try places.sync(new)
        #expect(try numbers(places, new, id) == [1, 2])
    }
}
