// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

extension FormDataFormat {
    /// The format of a file by its content and the end of its name.
    ///
    /// FDF has a signature. Otherwise a known ending decides, and then the first character: `<` is XFDF, `{` and `[` are
    /// JSON. The rest is CSV. Whether JSON is pdfcpu's or JSON Lines shows when it is read.
    static func detected(in bytes: [UInt8], fileName: String?) -> FormDataFormat {
        let start = bytes.prefix(1024)
        // Other data may hold this text further on.
        if start.drop(while: { $0 <= 32 || $0 >= 0x80 }).starts(with: Array("%FDF-".utf8)) { return .fdf }
        switch fileName.flatMap({ $0.split(separator: ".").last })?.lowercased() {
        case "csv": return .csv
        case "tsv", "tab": return .tsv
        case "jsonl", "ndjson": return .jsonLines
        case "json": return .json
        case "xfdf": return .xfdf
        default: break
        }
        // UTF-16 has a zero beside each of these characters.
        let first = start.first { $0 > 32 && $0 < 0x80 }
        return switch first {
        case UInt8(ascii: "<"): .xfdf
        case UInt8(ascii: "{"), UInt8(ascii: "["): .json
        default: .csv
        }
    }
}

extension Collection<UInt8> {
    /// Where a text of ASCII characters occurs first.
    func firstRange(of text: StaticString) -> Range<Index>? {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var rest = self[...]
        while let next = rest.firstIndex(of: wanted[0]) {
            if rest[next...].starts(with: wanted) { return next..<index(next, offsetBy: wanted.count) }
            rest = rest[index(after: next)...]
        }
        return nil
    }
}
