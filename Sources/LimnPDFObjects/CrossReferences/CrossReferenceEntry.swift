// SPDX-License-Identifier: GPL-3.0-or-later

/// Where an object in use stands, as an offset from `%PDF-`.
struct CrossReferenceEntry {
    let id: ObjectID
    let offset: Int

    /// A cross-reference table (ISO 32000-2, 7.5.4) without its trailer; the entries' numbers must rise.
    static func table(_ entries: [CrossReferenceEntry]) -> [UInt8] {
        var text = Array("xref\n".utf8)
        for run in runs(entries) {
            text += Array("\(run[run.startIndex].id.number) \(run.count)\n".utf8)
            for entry in run {
                text += digits(entry.offset, 10) + [32] + digits(Int(entry.id.generation), 5) + Array(" n \n".utf8)
            }
        }
        return text
    }

    /// The data of a cross-reference stream (ISO 32000-2, 7.5.8), and its /W and /Index; the entries' numbers must rise.
    static func stream(_ entries: [CrossReferenceEntry]) -> (data: [UInt8], keys: PDFText) {
        let widest = entries.map(\.offset).max() ?? 0
        let width = max(1, (Int.bitWidth - widest.leadingZeroBitCount + 7) / 8)
        let generationWidth = entries.contains { $0.id.generation > 255 } ? 2 : 1
        var data: [UInt8] = []
        for entry in entries {
            data.append(1)
            data += bigEndian(entry.offset, width) + bigEndian(Int(entry.id.generation), generationWidth)
        }
        let index = runs(entries).map { "\($0[$0.startIndex].id.number) \($0.count)" }.joined(separator: " ")
        return (data, Array("/W[1 \(width) \(generationWidth)]/Index[\(index)]".utf8))
    }

    /// Successive numbers belong together.
    private static func runs(_ entries: [CrossReferenceEntry]) -> [ArraySlice<CrossReferenceEntry>] {
        var runs: [ArraySlice<CrossReferenceEntry>] = []
        var start = 0
        for index in entries.indices where index > start && entries[index].id.number != entries[index - 1].id.number + 1
        {
            runs.append(entries[start..<index])
            start = index
        }
        return start < entries.count ? runs + [entries[start...]] : runs
    }

    private static func digits(_ value: Int, _ count: Int) -> [UInt8] {
        let text = String(value)
        return Array((String(repeating: "0", count: max(0, count - text.count)) + text).utf8)
    }

    private static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
