// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// Facts about a file's chain of cross-references: its start, the kind of its newest section, and the object numbers in
/// use.
///
/// libqpdf resolves objects but does not give access to these facts. Only section headers and dictionaries are read
/// here, so little work grows with the number of objects.
struct CrossReference {
    /// The number after the last `startxref`: an offset from `%PDF-`.
    let start: Int
    /// The position of `%PDF-`, from which offsets count.
    let header: Int
    /// Whether the newest section is a table rather than a stream. A table may have a stream beside it (a hybrid file).
    let isTable: Bool
    /// The lowest number that is at least /Size and above all entries of all sections.
    let nextNumber: Int
    /// Object numbers from ``nextNumber`` on that references name although no such objects exist.
    let dangling: Set<Int>

    /// The maximum number of sections. A longer chain is refused as hostile.
    static let sectionLimit = 10_000
    /// The highest object number that viewers accept (ISO 32000-1, table C.1).
    static let numberLimit = 8_388_607

    /// Reads the chain.
    ///
    /// - Parameter findsDangling: whether the whole file is searched for references to objects that do not exist.
    ///   Otherwise ``dangling`` stays empty.
    /// - Throws: ``PDFObjectsError`` with `unsound`, `unreadable`.
    init(_ original: Original, findsDangling: Bool = true) throws(PDFObjectsError) {
        guard let header = try original.headerOffset() else {
            throw PDFObjectsError(.unsound, cause: "it has no header")
        }
        // libqpdf searches the same number of bytes at the end.
        guard let start = Self.lastStart(try original.suffix(1054)) else {
            throw PDFObjectsError(.unsound, cause: "it does not say where its cross-reference is")
        }
        self.header = header
        self.start = start
        var seen: Set<Int> = []
        var pending = [start]
        var isTable: Bool?
        var next = 1
        while let offset = pending.popLast() {
            guard seen.insert(offset).inserted else { continue }
            guard offset >= 0, offset < original.size - header, seen.count <= Self.sectionLimit,
                let section = try CrossReferenceSection(original, at: header + offset)
            else { throw PDFObjectsError(.unsound, cause: "its cross-reference cannot be followed") }
            isTable = isTable ?? section.isTable
            next = max(next, section.nextNumber)
            pending += section.others
        }
        guard next <= Self.numberLimit else {
            throw PDFObjectsError(.unsound, cause: "its object numbers are too high to add others")
        }
        self.isTable = isTable ?? true
        nextNumber = next
        dangling = findsDangling ? try ReferenceScan.numbers(in: original, from: next) : []
    }

    /// The number after the last `startxref`, near the end of the file.
    private static func lastStart(_ tail: [UInt8]) -> Int? {
        guard let place = tail.offsets(of: "startxref").last else { return nil }
        let digits = tail[(place + 9)...].drop { byteClass[Int($0)] == .space }.prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
