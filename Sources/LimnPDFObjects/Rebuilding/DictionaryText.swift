// SPDX-License-Identifier: GPL-3.0-or-later

/// Some entries of a dictionary as PDF text. References are not followed, so the cross-references may be damaged.
struct DictionaryText {
    /// The values by key. Keys have no slash.
    private(set) var entries: [String: PDFText] = [:]
    /// The offset after the dictionary.
    let end: Int

    /// Reads the dictionary at the start of some bytes; nil if there is none or its end is missing.
    ///
    /// - Parameter keys: the keys to keep, without slashes.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, keys: Set<String>) {
        var tokens = ContentTokenizer(bytes)
        guard let open = tokens.next(), open.kind == .open, bytes[open.start] == UInt8(ascii: "<") else { return nil }
        var depth = 1
        var key: (name: String, start: Int)?
        var hasValue = false
        func value(_ range: Range<Int>) -> PDFText {
            let isSpace = { (byte: UInt8) in ByteClass(byte) == .space }
            var text = bytes[range].drop(while: isSpace)
            while let last = text.last, isSpace(last) { text.removeLast() }
            return PDFText(text)
        }
        while let token = tokens.next() {
            let isOuter = depth == 1
            switch token.kind {
            case .open: depth += 1
            case .close: depth -= 1
            case .word where isOuter && (tokens.text(token, is: "stream") || tokens.text(token, is: "endobj")):
                return nil
            default: break
            }
            if isOuter, let started = key, depth == 0 || (hasValue && token.kind == .name) {
                if keys.contains(started.name) { entries[started.name] = value(started.start..<token.start) }
                key = nil
            }
            if depth == 0 {
                end = token.end
                return
            }
            guard isOuter else { continue }
            if key == nil, token.kind == .name {
                key = (String(decoding: bytes[(token.start + 1)..<token.end], as: UTF8.self), token.end)
                hasValue = false
            } else {
                hasValue = true
            }
        }
        return nil
    }

    /// The object that an entry refers to; nil if the entry is not a reference.
    func reference(_ key: String) -> ObjectID? {
        let parts = (entries[key] ?? []).split { ByteClass($0) == .space }
        guard parts.count == 3, parts[2].elementsEqual("R".utf8),
            let number = CInt(String(decoding: parts[0], as: UTF8.self)),
            let generation = CInt(String(decoding: parts[1], as: UTF8.self)), number > 0
        else { return nil }
        return ObjectID(number: number, generation: generation)
    }

    /// The value of an entry that is an integer; nil for other values.
    func integer(_ key: String) -> Int? { entries[key].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    /// Returns whether the value of an entry is a name, given without its slash.
    func isName(_ key: String, _ name: String) -> Bool { entries[key]?.elementsEqual("/\(name)".utf8) ?? false }
}
