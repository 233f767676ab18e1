// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct NativeInkUpdateTests {
    /// A file in memory that counts the bytes read from it.
    private final class File {
        var bytes: [UInt8]
        var bytesRead = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func pages() throws -> NativeInkPages {
            try NativeInkPages(size: bytes.count) { range in
                self.bytesRead += range.count
                return Array(self.bytes[range])
            }
        }
    }

    private static func pages(_ count: Int) -> InkDocument {
        var generator = SeededGenerator(seed: 21)
        return InkDocument(
            title: "Many",
            pages: (0..<count).map { number in
                .init(
                    size: Size(width: 500, height: 700), background: .pdf(page: number + 1),
                    drawing: Drawing(strokes: (0..<5).map { _ in randomStroke(using: &generator) }))
            }, template: .file("a.pdf"))
    }

    @Test func `Reading one of a thousand pages does not read the others`() throws {
        let document = Self.pages(1000)
        let file = File(try NativeInk.encode(document, precision: .lossless))
        let pages = try file.pages()
        #expect(pages.pageCount == 1000 && pages.updateCount == 0)
        #expect(try pages.header().title == "Many")
        for index in [0, 500, 999] { #expect(try pages.page(at: index) == document.pages[index]) }
        file.bytesRead = 0
        _ = try file.pages().page(at: 500)
        // The index, the brushes and the page itself.
        #expect(file.bytesRead < file.bytes.count / 5, "\(file.bytesRead) of \(file.bytes.count)")
    }

    @Test func `Added strokes go on top of their page, and an update has the size of its ink`() throws {
        var document = Self.pages(200)
        let file = File(try NativeInk.encode(document, precision: .lossless))
        var update = try file.pages().update()
        var generator = SeededGenerator(seed: 4)
        var sizes: [Int] = []
        for round in 0..<20 {
            let strokes = (0..<3).map { _ in randomStroke(using: &generator) }
            let page = round * 7
            let addition = try update.add(strokes, toPage: page, precision: .lossless)
            file.bytes += addition
            sizes.append(addition.count)
            document.pages[page].drawing.strokes += strokes
            #expect(try NativeInk.decode(file.bytes) == document)
            #expect(try file.pages().page(at: page) == document.pages[page])
        }
        #expect(try file.pages().updateCount == 20)
        let alone = try NativeInk.encode(
            InkDocument(pages: [.init(drawing: Drawing(strokes: document.pages[133].drawing.strokes.suffix(3)))]),
            precision: .lossless)
        #expect(try #require(sizes.last) < alone.count + 60)
    }

    @Test func `Pages can be added, and files reopened between updates`() throws {
        var document = Self.pages(2)
        let file = File(try NativeInk.encode(document, precision: .lossless))
        for number in 3...6 {
            var update = try file.pages().update()
            let page = Self.pages(number).pages[number - 1]
            file.bytes += try update.add(page, precision: .lossless)
            document.pages.append(page)
            #expect(update.pageCount == number)
            #expect(try NativeInk.decode(file.bytes) == document)
        }
        #expect(try file.pages().page(at: 5) == document.pages[5])
    }

    @Test func `An update cut off anywhere leaves the previous contents intact`() throws {
        let document = Self.pages(3)
        let whole = try NativeInk.encode(document, precision: .lossless)
        let file = File(whole)
        var update = try file.pages().update()
        let stroke = document.pages[0].drawing.strokes[0]
        file.bytes += try update.add([stroke], toPage: 2, precision: .lossless)
        let between = file.bytes
        file.bytes += try update.add([stroke, stroke], toPage: 1, precision: .lossless)
        for length in whole.count...file.bytes.count {
            let torn = Array(file.bytes.prefix(length))
            let expected = length < between.count ? whole : length < file.bytes.count ? between : file.bytes
            let (found, complete) = try NativeInk.recover(torn)
            #expect(complete == expected.count)
            #expect(try found == NativeInk.decode(expected))
            if length != expected.count { #expect(throws: InkError.self) { try NativeInk.decode(torn) } }
        }
        #expect(throws: InkError.self) { try NativeInk.recover(Array(whole.dropLast())) }
    }

    @Test func `A file with many updates can be read`() throws {
        let line = Stroke(
            brush: Brush(), points: StrokePoints((0..<100_000).map { Point(x: Double($0), y: 7) }, width: 2))
        var document = InkDocument(pages: [.init(drawing: Drawing(strokes: Array(repeating: line, count: 10)))])
        let file = File(try NativeInk.encode(document))
        var update = try file.pages().update()
        for _ in 0..<3 {
            let empty = Array(repeating: Stroke(brush: Brush(), points: StrokePoints()), count: 2000)
            file.bytes += try update.add([line] + empty, toPage: 0)
            document.pages[0].drawing.strokes += [line] + empty
        }
        #expect(try NativeInk.decode(file.bytes) == document)
    }

    @Test func `Damage before intact updates is not mistaken for an incomplete update`() throws {
        let file = File(try NativeInk.encode(Self.pages(2)))
        var update = try file.pages().update()
        let stroke = Stroke(brush: Brush(), points: StrokePoints([.zero]))
        var ends: [Int] = []
        for _ in 0..<3 {
            file.bytes += try update.add([stroke], toPage: 0)
            ends.append(file.bytes.count)
        }
        var damaged = file.bytes
        damaged[ends[0] + 12] ^= 1
        #expect(throws: InkError.self) { try NativeInk.recover(damaged) }
        // A power failure can damage any part of the last update, but only of the last.
        damaged = file.bytes
        damaged[ends[1] + 12] ^= 1
        #expect(try NativeInk.recover(damaged).length == ends[1])
    }

    @Test func `A wrong index is rejected`() throws {
        let bytes = try NativeInk.encode(Self.pages(4))
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            let file = File(bytes)
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            file.bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            // Damage in records that are not read goes unnoticed, but the records that are read must be correct.
            if let pages = try? file.pages(), pages.pageCount > 2, let page = try? pages.page(at: 2) {
                #expect(try page == NativeInk.decode(bytes).pages[2])
            }
        }
    }
}
