// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// Facts about a file's cross-reference sections: the position and kind of the newest section, and the object numbers
/// in use.
///
/// libqpdf resolves objects but does not give access to these facts. Only section headers and dictionaries are read
/// here, so the time hardly depends on the number of objects.
struct CrossReference {
    /// The number after the last `startxref`, which is an offset from `%PDF-`.
    let start: Int
    /// The position of `%PDF-` in the file. Offsets are relative to it.
    let header: Int
    /// Whether the newest section is a table rather than a stream. In a hybrid file, a table refers to an additional
    /// stream.
    let isTable: Bool
    /// The lowest number for new objects. It is at least the /Size of every section and above the numbers of all
    /// entries.
    let nextNumber: Int
    /// The referenced object numbers, from ``nextNumber`` on, whose objects do not exist.
    let dangling: Set<Int>

    /// The maximum number of sections. A longer chain is rejected as hostile.
    static let sectionLimit = 10_000
    /// The highest object number that viewers accept (ISO 32000-1, table C.1).
    static let numberLimit = 8_388_607

    /// Reads the chain of sections from the newest to the oldest.
    ///
    /// - Parameter findsDangling: whether to search the whole file for references to missing objects. If not,
    ///   ``dangling`` is empty.
    /// - Throws: ``PDFObjectsError`` with `unsound`, `unreadable`.
    init(_ original: Original, findsDangling: Bool = true) throws(PDFObjectsError) {
        guard let header = try original.headerOffset() else {
            throw PDFObjectsError(.unsound, cause: "it has no header")
        }
        // libqpdf searches the same number of bytes at the end of the file.
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

    /// Returns the number after the last `startxref` in the last bytes of a file; nil if there is none.
    private static func lastStart(_ tail: [UInt8]) -> Int? {
        guard let place = tail.offsets(of: "startxref").last else { return nil }
        let digits = tail[(place + 9)...].drop { ByteClass($0) == .space }.prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
