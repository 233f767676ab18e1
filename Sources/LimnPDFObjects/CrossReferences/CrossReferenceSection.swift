// SPDX-License-Identifier: GPL-3.0-or-later

/// A cross-reference section: a table with its trailer, or a stream.
struct CrossReferenceSection {
    let isTable: Bool
    /// The lowest object number that is at least /Size and above the numbers of all entries.
    private(set) var nextNumber = 0
    /// The offsets of the other sections that this one refers to: the previous section, and the stream of a hybrid
    /// file.
    private(set) var others: [Int] = []

    /// The maximum length of a section in bytes. A table of three million objects is shorter.
    private static let lengthLimit = 64 << 20

    /// Reads the section at a position in a file, in bytes; nil if there is none.
    ///
    /// - Throws: ``PDFObjectsError`` with `unreadable`.
    init?(_ original: Original, at place: Int) throws(PDFObjectsError) {
        // Few sections are longer than the first window. A longer section is read again from its start with a larger
        // window.
        var length = 32 << 10
        while true {
            let window = try original.bytes(place..<(place + length))
            if let section = window.withUnsafeBufferPointer({ Self($0) }) {
                self = section
                return
            }
            guard window.count == length, length < Self.lengthLimit else { return nil }
            length *= 4
        }
    }

    /// Reads the section at the start of some bytes; nil if there is none or its end is missing.
    private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var tokens = ContentTokenizer(bytes)
        guard let first = tokens.next() else { return nil }
        isTable = first.kind == .word && tokens.text(first, is: "xref")
        if isTable {
            guard skipEntries(&tokens) else { return nil }
        } else {
            guard first.kind == .number, tokens.next()?.kind == .number,
                let keyword = tokens.next(), tokens.word(keyword) == "obj"
            else { return nil }
        }
        guard let entries = tokens.integers(ofKeys: ["Size", "Prev", "XRefStm", "Index"]) else { return nil }
        guard let size = entries["Size"]?.first, size >= 0, size <= Int32.max else { return nil }
        nextNumber = max(nextNumber, size)
        if !isTable {
            let index = entries["Index"] ?? []
            for pair in stride(from: 0, to: index.count - 1, by: 2) {
                guard index[pair] >= 0, index[pair + 1] >= 0, index[pair] <= Int32.max, index[pair + 1] <= Int32.max
                else { return nil }
                nextNumber = max(nextNumber, index[pair] + index[pair + 1])
            }
        }
        // The stream of a hybrid file comes before the previous section. The order does not matter here.
        others = [entries["Prev"]?.first, isTable ? entries["XRefStm"]?.first : nil].compactMap { $0 }
    }

    /// Skips the entries between `xref` and `trailer`. Returns false if they are malformed.
    private mutating func skipEntries(_ tokens: inout ContentTokenizer) -> Bool {
        while let token = tokens.next() {
            if token.kind == .word { return tokens.text(token, is: "trailer") }
            guard let first = tokens.integer(token), let second = tokens.next(), let count = tokens.integer(second),
                first >= 0, count >= 0, first <= Int32.max, count <= tokens.bytes.count
            else { return false }
            if count > 0 { nextNumber = max(nextNumber, first + count) }
            guard tokens.skipTableEntries(count) else { return false }
        }
        return false
    }
}

extension ContentTokenizer {
    /// Skips the entries of a subsection, in one step if each has 20 bytes and otherwise one by one. Returns false if
    /// an entry is malformed.
    fileprivate mutating func skipTableEntries(_ count: Int) -> Bool {
        guard count > 0 else { return true }
        let start = at
        var probe = self
        guard let first = probe.next() else { return false }
        probe.at = first.start + 20 * (count - 1)
        if probe.isTableEntry() {
            let end = probe.at
            if let next = probe.next(), next.kind == .number || text(next, is: "trailer") {
                at = end
                return true
            }
        }
        at = start
        for _ in 0..<count {
            guard isTableEntry() else { return false }
        }
        return true
    }

    /// Reads an entry and returns whether it is valid: an offset, a generation, and `n` or `f`.
    private mutating func isTableEntry() -> Bool {
        guard at < bytes.count, next()?.kind == .number, next()?.kind == .number, let kind = next() else {
            return false
        }
        return word(kind) == "n" || word(kind) == "f"
    }

    func text(_ token: Token, is word: StaticString) -> Bool {
        word.withUTF8Buffer { bytes[token.start..<token.end].elementsEqual($0) }
    }

    func integer(_ token: Token) -> Int? {
        token.kind == .number ? Int(String(decoding: bytes[token.start..<token.end], as: UTF8.self)) : nil
    }

    /// Reads the next dictionary and returns the integers in the values of the given keys. An array yields its integers
    /// in order; a reference yields its number and generation. Nil if there is no dictionary or it has no end.
    fileprivate mutating func integers(ofKeys keys: Set<String>) -> [String: [Int]]? {
        guard let open = next(), open.kind == .open, bytes[open.start] == UInt8(ascii: "<") else { return nil }
        var found: [String: [Int]] = [:]
        var key = ""
        var hasValue = true
        var depth = 1
        while let token = next() {
            if token.kind == .name, depth == 1, hasValue {
                key = String(decoding: bytes[(token.start + 1)..<token.end], as: UTF8.self)
                hasValue = false
                continue
            }
            hasValue = true
            switch token.kind {
            case .open: depth += 1
            case .close: depth -= 1
            case .number where depth <= 2 && keys.contains(key):
                if let value = integer(token) { found[key, default: []].append(value) }
            default: break
            }
            if depth == 0 { return found }
        }
        return nil
    }
}
