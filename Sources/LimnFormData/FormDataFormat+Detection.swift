// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

extension FormDataFormat {
    /// Detects the format of a file from its content and file name extension.
    ///
    /// FDF has a signature. Otherwise, a known extension decides, then the first character: `<` means XFDF, `{` and `[`
    /// mean JSON, anything else CSV. The JSON reader distinguishes pdfcpu's JSON and JSON Lines.
    static func detected(in bytes: [UInt8], fileName: String?) -> FormDataFormat {
        let start = bytes.prefix(1024)
        // Accept the signature only at the start, since other data may contain this text later.
        if start.drop(while: { $0 <= 32 || $0 >= 0x80 }).starts(with: Array("%FDF-".utf8)) { return .fdf }
        switch fileName.flatMap({ $0.split(separator: ".").last })?.lowercased() {
        case "csv": return .csv
        case "tsv", "tab": return .tsv
        case "jsonl", "ndjson": return .jsonLines
        case "json": return .json
        case "xfdf": return .xfdf
        default: break
        }
        // Skip control characters, including the zero bytes of UTF-16.
        let first = start.first { $0 > 32 && $0 < 0x80 }
        return switch first {
        case UInt8(ascii: "<"): .xfdf
        case UInt8(ascii: "{"), UInt8(ascii: "["): .json
        default: .csv
        }
    }
}

extension Collection<UInt8> {
    /// Returns the first range of an ASCII text; nil if it does not occur.
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
