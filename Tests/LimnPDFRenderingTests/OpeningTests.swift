// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnPDFRendering
import LimnPictures
import Testing
import TestSupport

@Suite struct OpeningTests {
    @Test func `Path, bytes and descriptor give the same page`() throws {
        let bytes = SmallPDF.sheet().bytes
        let file = try TemporaryFolder()
        let path = try file.write(bytes, "sheet.pdf")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let pictures = try [
            PDFDocument(path: path), PDFDocument(bytes: bytes), PDFDocument(descriptor: descriptor),
        ].map { Picture(try $0.page(1).render(.dpi(72))) }
        #expect(try #require(pictures[0].differences(from: pictures[1])) == (0, 0))
        #expect(try #require(pictures[0].differences(from: pictures[2])) == (0, 0))
        #expect(pictures[0][10, 290] == (255, 0, 0))
    }

    @Test func `The caller's descriptor stays open, in its place, and none is left over`() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write(SmallPDF.sheet().bytes, "sheet.pdf")
        let bad = try folder.write(Array("%PDF-1.4 and nothing else".utf8), "bad.pdf")
        for path in [good, bad] {
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            lseek(descriptor, 5, SEEK_SET)
            for _ in 0..<5 { _ = try? PDFDocument(descriptor: descriptor).page(1).render(.dpi(20)) }
            #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
            // Other tests open files of their own meanwhile: only descriptors of this very file count.
            #expect(openDescriptors(of: path) == 1)
        }
    }

    private func openDescriptors(of path: String) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }.count
    }

    @Test func `Names that are not UTF-8 can be opened`() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(SmallPDF.sheet().bytes, "sheet.pdf")
        let odd = Array(folder.path("x").utf8).dropLast() + [0xff, 0xfe]
        let renamed = odd.map { CChar(bitPattern: $0) } + [0]
        #expect(rename(plain, renamed) == 0)
        #expect(try PDFDocument(path: Array(odd)).pageCount == 1)
    }

    @Test func `A document of pages counts them and refuses others by naming the count`() throws {
        let box = "/MediaBox[0 0 10 10]"
        let document = try PDFDocument(bytes: SmallPDF.pages([box, box, box], content: "").bytes)
        #expect(document.pageCount == 3)
        for number in [0, -1, 4, Int.max] {
            let error = #expect(throws: RenderingError.self) { try document.page(number) }
            #expect(error?.code == .noSuchPage)
            #expect(error?.page == number)
            #expect(error?.description.contains("3 pages") == true)
        }
    }

    @Test func `What is not a PDF is told from a damaged one`() throws {
        let text = Array("Dear reader, this is a letter and no document format.\n".utf8)
        for foreign in [[], text, Array(repeating: 0, count: 5000), Array("%PNG-1.4".utf8)] {
            #expect(code(foreign) == .notPDF)
        }
        let damaged = Array("%PDF-1.7\n1 0 obj <</Type/Catalog".utf8)
        #expect(code(damaged) == .damaged)
        #expect(code(Array("some mail header\n".utf8) + damaged) == .damaged)
    }

    private func code(_ bytes: [UInt8]) -> RenderingError.Code? {
        let error = #expect(throws: RenderingError.self) { try PDFDocument(bytes: bytes) }
        return error?.code
    }

    @Test func `Missing files and folders are unreadable, with the system's number`() throws {
        let folder = try TemporaryFolder()
        for (path, number) in [(folder.path("none.pdf"), ENOENT), (folder.url.path, EISDIR)] {
            let error = #expect(throws: RenderingError.self) { try PDFDocument(path: path) }
            #expect(error?.code == .unreadable)
            #expect(error?.errno == number)
        }
        let closed = #expect(throws: RenderingError.self) { try PDFDocument(descriptor: -1) }
        #expect(closed?.errno == EBADF)
    }

    @Test(arguments: ["128", "256"], ["secret", "Schlüssel", "pa\u{df}t"])
    func `A password opens what it locks, and others do not`(bits: String, password: String) throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(SmallPDF.sheet().bytes, "sheet.pdf")
        let locked = folder.path("locked.pdf")
        let done = try run(
            try Requirement.tool("qpdf"), "--password-mode=unicode", "--allow-weak-crypto", "--encrypt", password,
            "owner", bits, "--", plain,
            locked)
        #expect(done.status == 0 || done.status == 3, "\(done.stderr)")
        let none = #expect(throws: RenderingError.self) { try PDFDocument(path: locked) }
        #expect(none?.code == .passwordRequired)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: locked)))
        for wrong in ["wrong", "wröng", "", "sec\0ret"] {
            let error = #expect(throws: RenderingError.self) {
                try PDFDocument(path: locked, password: PDFPassword(wrong))
            }
            #expect(error?.code == .passwordWrong)
            let inMemory = #expect(throws: RenderingError.self) {
                try PDFDocument(bytes: bytes, password: PDFPassword(wrong))
            }
            #expect(inMemory?.code == .passwordWrong)
        }
        for right in [PDFPassword(password), PDFPassword(bytes: Array(password.utf8)), "owner"] {
            #expect(try PDFDocument(bytes: bytes, password: right).pageCount == 1)
            let document = try PDFDocument(path: locked, password: right)
            #expect(try document.page(1).text.contains("Ink on pages"))
        }
    }

    @Test func `A password is not shown`() {
        #expect("\(PDFPassword("secret"))".contains("secret") == false)
    }
}
