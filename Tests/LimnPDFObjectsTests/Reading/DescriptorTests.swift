// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

/// Documents that are read through a descriptor rather than from memory.
struct DescriptorTests {
    private let box = Rect(x0: 24, y0: 10, x1: 40, y1: 18)

    /// Opens a file both ways.
    private func open(_ bytes: [UInt8], password: String? = nil) throws -> (
        memory: ObjectDocument, descriptor: ObjectDocument
    ) {
        let folder = try TemporaryFolder()
        let handle = try #require(FileHandle(forReadingAtPath: try folder.write(bytes, "original.pdf")))
        try handle.seek(toOffset: 3)
        // The file is gone and the descriptor closed when the document is read.
        let document = try ObjectDocument(descriptor: handle.fileDescriptor, password: password)
        #expect(try handle.offset() == 3)
        return (try ObjectDocument(bytes: bytes, password: password), document)
    }

    private func update(_ document: ObjectDocument, page: Int = 0) throws -> IncrementalUpdate {
        try document.update(adding: [(page, .mark(box, on: try document.pageGeometry(at: page)))])
    }

    @Test(arguments: FileKind.allCases)
    func `An update is the same whether the original is in memory or behind a descriptor`(kind: FileKind) throws {
        let (memory, descriptor) = try open(try kind.bytes())
        #expect(try descriptor.original == memory.original)
        #expect(try descriptor.summary() == memory.summary())
        #expect(try update(descriptor, page: 1) == update(memory, page: 1))
    }

    @Test(arguments: FileKind.allCases)
    func `A rewritten document is the same whether the original is in memory or behind a descriptor`(
        kind: FileKind
    ) throws {
        let (memory, descriptor) = try open(try kind.bytes())
        #expect(try Save.rewrite(descriptor, []) == Save.rewrite(memory, []))
    }

    @Test func `A table of many thousand entries and a stream of mebibytes are read through a descriptor`() throws {
        var pdf = TestPDF(pages: (0..<3000).map { "/MediaBox [0 0 200 \(100 + $0)]" })
        pdf.add(stream: [UInt8](repeating: 0x52, count: 3 << 20))
        let (memory, descriptor) = try open(pdf.bytes)
        #expect(try descriptor.pageCount == 3000)
        #expect(try descriptor.pageGeometry(at: 2345).size.height == 2445)
        #expect(try update(descriptor, page: 2345) == update(memory, page: 2345))
    }

    /// The original is read in pieces of a mebibyte; a reference lies across the end of the first one.
    @Test(arguments: 0..<9)
    func `A number that is referred to stays unused, wherever in the file the reference stands`(shift: Int) throws {
        var pdf = TestPDF.page("0 0 1 rg")
        let start = pdf.bytes.count
        var data = [UInt8](repeating: 0x20, count: 2 << 20)
        let place = (1 << 20) - start - 200 + shift
        // Somewhere in these steps each of its characters is the last one of the piece.
        for step in 0..<30 {
            data.replaceSubrange((place + 9 * step)..<(place + 9 * step + 5), with: Array("6 0 R".utf8))
        }
        pdf.add(stream: data)
        let (_, descriptor) = try open(pdf.bytes)
        let update = try update(descriptor)
        let text = String(decoding: update.bytes, as: UTF8.self)
        #expect(text.contains("\n7 0 obj\n") && !text.contains("\n6 0 obj\n"))
    }

    @Test func `What is wrong with a file behind a descriptor is told as for one in memory`() throws {
        let error = #expect(throws: PDFObjectsError.self) { try open(Array("Dear diary".utf8)) }
        #expect(error?.code == .notPDF)
        let folder = try TemporaryFolder()
        let handle = try #require(FileHandle(forReadingAtPath: folder.url.path))
        let refusal = #expect(throws: PDFObjectsError.self) {
            try ObjectDocument(descriptor: handle.fileDescriptor)
        }
        #expect(refusal?.code == .unreadable)
    }

    @Test func `A file that becomes shorter while it is read is an error and no crash`() throws {
        let folder = try TemporaryFolder()
        var pdf = TestPDF.page("0 0 1 rg")
        pdf.add(stream: [UInt8](repeating: 0x52, count: 3 << 20))
        let path = try folder.write(pdf.bytes, "original.pdf")
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let document = try ObjectDocument(descriptor: handle.fileDescriptor)
        _ = try document.pageGeometry(at: 0)
        try handle.truncate(atOffset: 2 << 20)
        let error = #expect(throws: PDFObjectsError.self) { try update(document) }
        #expect(error?.code == .unreadable)
    }
}
