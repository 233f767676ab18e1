// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import TestSupport

/// Kinds of files as they are met with, each of three pages of which the second is to be marked.
enum FileKind: CaseIterable {
    case table, stream, objectStreams, hybrid, linearized, linearizedStreams, updated, junkBefore, carriageReturns
    case noLastNewline, sizeTooSmall, generations, freeEntries, sharedAnnotations, ownIdentifier, dangling
    case spaceBeforeTable

    /// Whether the newest cross-reference is a table.
    var isTable: Bool { ![.stream, .objectStreams, .linearizedStreams].contains(self) }

    /// The file.
    func bytes() throws -> [UInt8] {
        switch self {
        case .table: return Self.plain().bytes
        case .stream: return try qpdf("--object-streams=disable", "--force-version=1.5", "--compress-streams=n")
        case .objectStreams: return try qpdf("--object-streams=generate")
        case .hybrid: return HybridPDF.bytes
        case .linearized: return try qpdf("--linearize")
        case .linearizedStreams: return try qpdf("--linearize", "--object-streams=generate")
        case .updated: return try updated()
        case .junkBefore: return Array("junk, as of a mail's head\r\n".utf8) + Self.plain().bytes
        case .carriageReturns:
            // An LF must stay behind `stream`.
            let text = Self.plain().bytes.map { $0 == 10 ? 13 : $0 }
            return Self.replacing("stream\r0", by: "stream\n0", in: text)
        case .noLastNewline: return Self.plain().bytes.dropLast()
        case .sizeTooSmall:
            var pdf = Self.plain()
            pdf.size = 3
            return pdf.bytes
        case .generations:
            var pdf = TestPDF(pages: Array(repeating: Self.entries, count: 3), kids: "3 0 R 4 7 R 5 0 R")
            pdf.add(stream: Self.content)
            pdf.generations = [4: 7]
            return pdf.bytes
        case .freeEntries:
            var pdf = Self.plain()
            pdf.addFree()
            pdf.add("(a string)")
            pdf.addFree()
            return pdf.bytes
        case .sharedAnnotations:
            var pdf = TestPDF(pages: Array(repeating: Self.entries + " /Annots 7 0 R", count: 3))
            pdf.add(stream: Self.content)
            pdf.add("[8 0 R]")
            pdf.add("<< /Type /Annot /Subtype /Link /Rect [100 50 150 70] /Border [0 0 0] >>")
            return pdf.bytes
        case .ownIdentifier:
            var pdf = Self.plain()
            pdf.trailer += " /ID [<0102> <0304>] /Info << /Title (T\\(\\251\\377) >>"
            return pdf.bytes
        case .dangling:
            // Nothing has these numbers, and nothing shall get them.
            var pdf = Self.plain()
            pdf.trailer += " /Info << /A 7 0 R /B [8 0 R 9 0 R] /C 11 0 R >>"
            return pdf.bytes
        case .spaceBeforeTable:
            let text = String(decoding: Self.plain().bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
            let start = text.utf8.count - text[text.range(of: "xref\n")!.lowerBound...].utf8.count
            return Self.replacing("startxref\n\(start)\n", by: "startxref\n\(start - 1)\n", in: Self.plain().bytes)
        }
    }

    private static let content = "0 0 1 rg 0 0 5 5 re f BT ET"
    private static let entries = "/MediaBox [0 0 200 100] /Contents 6 0 R /Resources << /Font << >> >>"

    private static func plain() -> TestPDF {
        var pdf = TestPDF(pages: Array(repeating: entries, count: 3))
        pdf.add(stream: content)
        return pdf
    }

    private func qpdf(_ options: String...) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let input = try folder.write(Self.plain().bytes, "input.pdf")
        let output = folder.path("output.pdf")
        let program = try Requirement.tool("qpdf")
        if self == .stream {
            // An object stream's file that loses its object streams keeps its stream of cross-references by pikepdf.
            _ = try python("make_reference_stream", input, output)
        } else {
            let done = try run(program, (options + ["--deterministic-id", input, output]).map { Array($0.utf8) })
            guard done.status == 0 else { throw ToolFailure(text: done.stderr) }
        }
        return Array(try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    /// A file to which another program has appended twice: a new annotation, then its removal.
    private func updated() throws -> [UInt8] {
        var file = Self.plain().bytes
        for page in ["/Rotate 90", ""] {
            let previous = String(decoding: file, as: UTF8.self).components(separatedBy: "startxref\n").last!
                .prefix { $0.isNumber }
            let offset = String(file.count)
            file += Array("5 0 obj\n<< /Type /Page /Parent 2 0 R \(Self.entries) \(page) >>\nendobj\n".utf8)
            let start = file.count
            let padded = String(repeating: "0", count: 10 - offset.count) + offset
            file += Array("xref\n5 1\n\(padded) 00000 n \ntrailer\n<< /Size 7 /Root 1 0 R /Prev \(previous) >>\n".utf8)
            file += Array("startxref\n\(start)\n%%EOF\n".utf8)
        }
        return file
    }

    private static func replacing(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        while let range = bytes.firstRange(of: Array(old.utf8)) { bytes.replaceSubrange(range, with: Array(new.utf8)) }
        return bytes
    }

    /// A tool failed.
    struct ToolFailure: Error { let text: String }
}

/// A hybrid file (ISO 32000-2, 7.5.8.4): two of its three pages are compressed, which readers of PDF 1.4 do not see.
enum HybridPDF {
    static let bytes: [UInt8] = {
        var file = Array("%PDF-1.5\n".utf8)
        var offsets: [Int: Int] = [:]
        func add(_ number: Int, _ text: [UInt8]) {
            offsets[number] = file.count
            file += Array("\(number) 0 obj\n".utf8) + text + Array("\nendobj\n".utf8)
        }
        func stream(_ data: [UInt8], _ entries: String) -> [UInt8] {
            Array("<< /Length \(data.count) \(entries) >>\nstream\n".utf8) + data + Array("\nendstream".utf8)
        }
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 6 0 R >>"
        add(1, Array("<< /Type /Catalog /Pages 2 0 R >>".utf8))
        add(2, Array("<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>".utf8))
        add(3, Array(page.utf8))
        add(6, stream(Array("0 0 1 rg 0 0 5 5 re f".utf8), ""))
        let head = "4 0 5 \(page.utf8.count + 1) "
        add(7, stream(Array((head + page + " " + page).utf8), "/Type /ObjStm /N 2 /First \(head.utf8.count)"))
        let streamStart = file.count
        func row(_ kind: UInt8, _ value: Int, _ last: UInt8) -> [UInt8] {
            [kind, UInt8(value >> 8), UInt8(value & 255), last]
        }
        let rows = row(2, 7, 0) + row(2, 7, 1) + row(1, offsets[7]!, 0) + row(1, streamStart, 0)
        add(8, stream(rows, "/Type /XRef /W [1 2 1] /Index [4 2 7 2] /Size 9 /Root 1 0 R"))
        let start = file.count
        // What is hidden is left out of the table: marked as free, as the standard has it, some readers take it for free.
        func entry(_ number: Int) -> String {
            let text = String(offsets[number]!)
            return String(repeating: "0", count: 10 - text.count) + text + " 00000 n \n"
        }
        let table = "0 4\n0000000000 65535 f \n" + [1, 2, 3].map(entry).joined() + "6 1\n" + entry(6)
        file += Array("xref\n\(table)trailer\n<< /Size 9 /Root 1 0 R /XRefStm \(streamStart) >>\n".utf8)
        return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }()
}
