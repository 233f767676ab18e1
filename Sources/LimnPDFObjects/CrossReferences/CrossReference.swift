// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a file's chain of cross-references begins, what kind its newest section is, and which numbers it knows.
///
/// libqpdf resolves objects, but does not tell these; only heads of sections and their dictionaries are read here, so
/// that little work grows with the number of objects.
struct CrossReference {
    /// What follows the last `startxref`: an offset from `%PDF-`.
    let start: Int
    /// The place of `%PDF-`, from which offsets count.
    let header: Int
    /// Whether the newest section is a table, perhaps with a stream beside it (a hybrid), rather than a stream.
    let isTable: Bool
    /// The lowest number above /Size and all entries of all sections.
    let nextNumber: Int
    /// Numbers from there on that are referred to although no object has them.
    let dangling: Set<Int>

    /// Chains longer than this are taken for an attack.
    static let sectionLimit = 10_000
    /// Numbers above are more than viewers accept (ISO 32000-1, table C.1).
    static let numberLimit = 8_388_607

    /// Reads the chain.
    ///
    /// - Parameter findsDangling: whether the whole file is searched for references to objects that do not exist; without
    ///   it none is known.
    /// - Throws: ``PDFObjectsError`` with `unsound`, `unreadable`.
    init(_ original: Original, findsDangling: Bool = true) throws(PDFObjectsError) {
        // Viewers look for the header in the first 1024 bytes (ISO 32000, annex H).
        guard let header = try original.prefix(1024 + 5).firstRange(of: Array("%PDF-".utf8))?.lowerBound else {
            throw PDFObjectsError(.unsound, cause: "it has no header")
        }
        // As far from the end as libqpdf looks.
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

    /// The number behind the last `startxref`, which stands near the end of the file.
    private static func lastStart(_ tail: [UInt8]) -> Int? {
        guard let place = tail.offsets(of: "startxref").last else { return nil }
        let digits = tail[(place + 9)...].drop { byteClass[Int($0)] == .space }.prefix { (48...57).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
