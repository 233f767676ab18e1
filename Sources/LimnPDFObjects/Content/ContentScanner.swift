// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the operators of a content stream (ISO 32000-2, 7.8.2). Like viewers, it accepts every input.
///
/// As in poppler and MuPDF, words inside an open array or dictionary are not operators.
package struct ContentScanner {
    private var tokens: ContentTokenizer
    /// The open structures of each kind: `q`, marked content, `BX` sections, and the text object. Each structure is
    /// represented by the rank of its opening operator, which counts words from the start. Ranks ascend.
    private var states: [Int] = []
    private var marks: [Int] = []
    private var sections: [Int] = []
    private var text: Int?
    private var rank = 0
    /// The open `[` and `<<`.
    private var containers: [Container] = []
    /// The number of dictionaries that were closed when a value was due. Poppler takes the `>>` for that value.
    private var halfClosed = 0
    private var result = ContentScan()
    /// The number of operands since the last operator. An array or dictionary counts as one when it is closed.
    private var operands = 0

    private struct Container {
        /// The opening byte: `[`, or `<` for `<<`.
        let opener: UInt8
        /// Whether a key of a dictionary has no value yet.
        var awaitsValue = false

        /// Handles an item of an array or dictionary.
        mutating func add(_ kind: ContentTokenizer.Kind) {
            // If a key is due, an item that is not a name is skipped.
            if opener != UInt8(ascii: "[") { awaitsValue = !awaitsValue && kind == .name }
        }
    }

    /// Scans a page's content, which is its streams joined by newlines.
    ///
    /// Words such as `1q` are divided as poppler does.
    package static func scan(_ content: [UInt8]) -> ContentScan {
        content.withUnsafeBufferPointer { bytes in
            var scanner = ContentScanner(tokens: ContentTokenizer(bytes))
            var scan = scanner.scan()
            guard scanner.tokens.hasGluedNumbers else { return scan }
            var undivided = ContentScanner(tokens: ContentTokenizer(bytes, dividesGluedNumbers: false))
            let other = undivided.scan()
            if (scan.closers, scan.excessRestores, scan.unfinishedImage)
                != (other.closers, other.excessRestores, other.unfinishedImage)
            {
                scan.otherReading = ContentScan.OtherReading(
                    closers: other.closers, excessRestores: other.excessRestores.count)
            }
            return scan
        }
    }

    private static let mostHalfClosed = 16

    private init(tokens: ContentTokenizer) { self.tokens = tokens }

    private mutating func scan() -> ContentScan {
        while let token = tokens.next() {
            if !containers.isEmpty, token.kind != .close { containers[containers.count - 1].add(token.kind) }
            if containers.isEmpty, ![.word, .open, .close].contains(token.kind) { operands += 1 }
            switch token.kind {
            case .word: if containers.isEmpty { operate(token) }
            case .open: containers.append(Container(opener: tokens.bytes[token.start]))
            case .close: close(tokens.bytes[token.start] == UInt8(ascii: "]") ? UInt8(ascii: "[") : UInt8(ascii: "<"))
            default: break
            }
        }
        finish()
        return result
    }

    private mutating func close(_ opener: UInt8) {
        // A closing bracket without an opening bracket has no effect. If it matches an outer bracket, it also closes
        // everything inside.
        if let last = containers.last, last.opener == opener {
            if last.awaitsValue { halfClosed += 1 }
            containers.removeLast()
            if containers.isEmpty { operands += 1 }
        } else if let match = containers.lastIndex(where: { $0.opener == opener }) {
            containers.removeSubrange(match...)
            if containers.isEmpty { operands += 1 }
        } else if opener != UInt8(ascii: "["), halfClosed > 0 {
            halfClosed -= 1
        }
    }

    private mutating func operate(_ token: ContentTokenizer.Token) {
        rank += 1
        let word = tokens.word(token)
        if isConstant(token) {
            operands += 1
            return
        }
        if operands < word.operandCount { result.stopsPoppler = true }
        operands = 0
        switch word {
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

    /// Returns whether a word is a constant and therefore an operand.
    private func isConstant(_ token: ContentTokenizer.Token) -> Bool {
        guard (4...5).contains(token.end - token.start) else { return false }
        let text = tokens.bytes[token.start..<token.end]
        return ["true", "false", "null"].contains { text.elementsEqual($0.utf8) }
    }

    private mutating func finish() {
        var closers = ""
        if result.unfinishedImage == nil {
            closers += String(repeating: ")", count: tokens.openParentheses)
            if tokens.isInHexString { closers += ">" }
            closers += containers.reversed().map { container in
                if container.opener == UInt8(ascii: "[") { return "]" }
                return container.awaitsValue ? "null>>" : ">>"
            }.joined()
        }
        // In viewers that have already closed the dictionaries, these are operands without effect.
        closers += String(repeating: "null>>", count: min(halfClosed, Self.mostHalfClosed))
        let open =
            states.map { ($0, "Q") } + marks.map { ($0, "EMC") } + sections.map { ($0, "EX") }
            + (text.map { [($0, "ET")] } ?? [])
        let operators = open.sorted { $0.0 > $1.0 }.map(\.1)
        result.closers = Array((([closers].filter { !$0.isEmpty }) + operators).joined(separator: " ").utf8)
    }
}
