// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the operators of a content stream (ISO 32000-2, 7.8.2) as viewers do: nothing is an error.
///
/// Words inside an array or dictionary that is still open are no operators, as in poppler and MuPDF.
package struct ContentScanner {
    private var tokens: ContentTokenizer
    /// For every kind of thing left open the rank at which each was opened; ranks rise.
    private var states: [Int] = []
    private var marks: [Int] = []
    private var sections: [Int] = []
    private var text: Int?
    private var rank = 0
    /// `[` and `<<` (as `<`) that are open.
    private var containers: [UInt8] = []
    private var result = ContentScan()

    /// Scans a page's content: its streams joined by newlines.
    package static func scan(_ content: [UInt8]) -> ContentScan {
        content.withUnsafeBufferPointer { bytes in
            var scanner = ContentScanner(tokens: ContentTokenizer(bytes))
            return scanner.scan()
        }
    }

    private init(tokens: ContentTokenizer) { self.tokens = tokens }

    private mutating func scan() -> ContentScan {
        while let token = tokens.next() {
            switch token.kind {
            case .word: if containers.isEmpty { operate(token) }
            case .open: containers.append(tokens.bytes[token.start])
            case .close: close(tokens.bytes[token.start] == UInt8(ascii: "]") ? UInt8(ascii: "[") : UInt8(ascii: "<"))
            default: break
            }
        }
        finish()
        return result
    }

    private mutating func close(_ opener: UInt8) {
        // A stray closer closes nothing; one that does not match ends what was left open inside.
        if containers.last == opener {
            containers.removeLast()
        } else if let match = containers.lastIndex(of: opener) {
            containers.removeSubrange(match...)
        }
    }

    private mutating func operate(_ token: ContentTokenizer.Token) {
        rank += 1
        switch tokens.word(token) {
        case "q": states.append(rank)
        case "Q": if states.popLast() == nil { result.excessRestores.append(token.start) }
        case "BT": text = text ?? rank
        case "ET": text = nil
        case "BMC", "BDC": marks.append(rank)
        case "EMC": _ = marks.popLast()
        case "BX": sections.append(rank)
        case "EX": _ = sections.popLast()
        case "BI": if !tokens.skipInlineImage() { result.unfinishedImage = token.start }
        default: break
        }
    }

    private mutating func finish() {
        var closers = ""
        if result.unfinishedImage == nil {
            closers += String(repeating: ")", count: tokens.openParentheses)
            if tokens.isInHexString { closers += ">" }
            closers += containers.reversed().map { $0 == UInt8(ascii: "[") ? "]" : ">>" }.joined()
        }
        let open =
            states.map { ($0, "Q") } + marks.map { ($0, "EMC") } + sections.map { ($0, "EX") }
            + (text.map { [($0, "ET")] } ?? [])
        let operators = open.sorted { $0.0 > $1.0 }.map(\.1)
        result.closers = Array((([closers].filter { !$0.isEmpty }) + operators).joined(separator: " ").utf8)
    }
}
