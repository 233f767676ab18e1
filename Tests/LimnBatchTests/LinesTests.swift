// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SystemPackage
import Testing
import TestSupport

@testable import LimnBatch

@Suite struct LinesTests {
    @discardableResult private func open<R>(_ bytes: some Sequence<UInt8>, _ body: (FileDescriptor) throws -> R) throws
        -> R
    {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("file")
        try Data(bytes).write(to: url)
        let descriptor = try FileDescriptor.open(FilePath(url.path), .readOnly)
        return try descriptor.closeAfter { try body(descriptor) }
    }

    @Test func `A line of more than a mebibyte is told and skipped, and the next one is read`() throws {
        let long = [UInt8](repeating: 120, count: 3 << 20)
        try open(Array("a\n".utf8) + long + Array("\nb".utf8)) { descriptor in
            var reader = LineReader(descriptor, named: "file")
            #expect(try reader.next()?.bytes == [97])
            let second = try reader.next()
            #expect(second?.bytes == nil)
            #expect(second?.count == 3 << 20)
            #expect(second?.hash != nil)
            let third = try reader.next()
            #expect(third?.bytes == [98])
            #expect(third?.offset == 3 + (3 << 20))
            #expect(third?.isWhole == false)
            #expect(try reader.next() == nil)
        }
    }

    @Test func `A table is read as RFC 4180 says`() throws {
        let text = "\u{feff}input,name,note\r\na.pdf,\"Maren, the \"\"Bold\"\"\",\"two\nlines\"\r\n\nb.pdf,Ole,\n"
        try open(text.utf8) { descriptor in
            var rows = try CSVRows(LineReader(descriptor, named: "table"), named: "table")
            #expect(try rows.next()?.cells.map(\.text) == ["a.pdf", "Maren, the \"Bold\"", "two\nlines"])
            let second = try rows.next()
            #expect(second?.number == 2)
            #expect(second?.cells.map(\.column) == ["input", "name", "note"])
            #expect(second?.cells.map(\.text) == ["b.pdf", "Ole", ""])
            #expect(try rows.next() == nil)
        }
    }

    @Test(arguments: ["", "a,a\n", "a,\n", "a,b\n1\n", "a,b\n1,2,3\n", "a\n\"open\n", "a\n\u{0}\"\n"])
    func `A table that is none is told`(text: String) throws {
        try open(text.utf8) { descriptor in
            #expect(throws: BatchError.self) {
                var rows = try CSVRows(LineReader(descriptor, named: "table"), named: "table")
                while try rows.next() != nil {}
            }
        }
    }

    @Test func `A list of the same task twice has it once`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("tasks.jsonl")
        let line = #"{"verb":"inspect","inputs":["a.pdf"]}"# + "\n"
        try Data((line + "\n" + line + "nonsense\n").utf8).write(to: URL(fileURLWithPath: path))
        let list = try TaskList(FilePath(path))
        #expect(list.count == 2)
        #expect(list.repetitions.count == 1)
        #expect(try list.line(0).task.get().verb == .inspect)
        #expect(try list.line(1).id.short == list.entries[1].id)
    }
}

extension LineReader.Line: Equatable {
    static func == (a: Self, b: Self) -> Bool { a.offset == b.offset && a.bytes == b.bytes }
}

extension CSVRows.Row: Equatable {
    static func == (a: Self, b: Self) -> Bool {
        a.number == b.number && a.cells.map(\.text) == b.cells.map(\.text)
    }
}
