// SPDX-License-Identifier: Apache-2.0

/// The typed text of a page of version 6, as far as ink needs it: groups of strokes move with a character.
struct RemarkableText {
    /// Whether there is a character that was not deleted.
    private(set) var hasCharacters = false
    /// Where the line of a character is, in pixels.
    private(set) var lines: [RemarkableID: Double] = [:]
    /// Whether there is too much text to find lines in.
    private(set) var isTooLong = false

    /// Characters that stand for the top and the bottom of the page, and what rmc puts in for both; inferred by its
    /// authors from one page.
    private static let specials: [RemarkableID: Double] = [
        RemarkableID(value: (1 << 48) - 2): 100, RemarkableID(value: (1 << 48) - 1): 100,
    ]
    /// So many characters are told apart.
    private static let longest = 100_000
    /// The top of the first line above the text's own place, and the height of lines by the style of their paragraph,
    /// all in pixels: rmc's values, which its authors measured on a few pages. Lines that wrap are not known.
    private static let top = -88.0
    private static func height(_ style: UInt8) -> Double {
        switch style {
        case 2: 150
        case 4...7: 35
        default: 70
        }
    }

    private struct Character {
        var link: RemarkableSequence.Link
        var isBreak: Bool
    }

    private var characters: [Character] = []
    private var styles: [RemarkableID: UInt8] = [:]
    private var y = 0.0

    init() { lines = Self.specials }

    /// Reads the text's block: 2 the text, 3 its place.
    init(_ bytes: RemarkableBytes, _ payload: Range<Int>) throws(RemarkableMalformed) {
        self.init()
        var fields = bytes.part(payload)
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (2, .block(let range)): try readText(bytes, range)
            case (3, .block(let range)):
                var place = bytes.part(range)
                _ = try place.double()
                y = try place.double()
            default: break
            }
        }
        findLines()
    }

    /// 1 the pieces and 2 the styles, each in a block of its own (1) that begins with a count.
    private mutating func readText(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(range)
        while let (index, value) = try fields.field() {
            guard index == 1 || index == 2, case .block(let outer) = value else { continue }
            var wrapper = bytes.part(outer)
            guard case (1, .block(let inner))? = try wrapper.field() else { throw RemarkableMalformed() }
            var list = bytes.part(inner)
            // Each element takes a byte or more, so that a count that lies is found out.
            for _ in 0..<(try list.variable()) {
                if index == 1 {
                    guard case (0, .block(let piece))? = try list.field() else { throw RemarkableMalformed() }
                    try readPiece(bytes, piece)
                } else {
                    let id = try list.id()
                    guard case (1, .id)? = try list.field(), case (2, .block(let style))? = try list.field() else {
                        throw RemarkableMalformed()
                    }
                    var code = bytes.part(style)
                    _ = try code.byte()
                    styles[id] = try code.byte()
                }
            }
        }
    }

    /// 2 the identifier of the first character, 3 and 4 the neighbours, 5 how many characters were deleted, 6 the text
    /// or a change of its weight.
    private mutating func readPiece(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(range)
        var link = RemarkableSequence.Link(id: .none, left: .none, right: .none)
        var deleted: UInt32 = 0
        var breaks: [Bool] = []
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (2, .id(let id)): link.id = id
            case (3, .id(let id)): link.left = id
            case (4, .id(let id)): link.right = id
            case (5, .word(let count)): deleted = count
            case (6, .block(let inner)):
                var rest = inner
                breaks = try fields.string(inner, rest: &rest).unicodeScalars.map { $0 == "\n" }
                if !breaks.isEmpty, deleted == 0 { hasCharacters = true }
                if breaks.isEmpty, !rest.isEmpty { breaks = [false] }
            default: break
            }
        }
        let count = deleted > 0 ? Int(deleted) : breaks.count
        guard count <= Self.longest - characters.count else {
            isTooLong = true
            return
        }
        for i in 0..<count {
            let left = i == 0 ? link.left : link.id.advanced(by: i - 1)
            let right = i == count - 1 ? link.right : link.id.advanced(by: i + 1)
            characters.append(
                Character(
                    link: .init(id: link.id.advanced(by: i), left: left, right: right),
                    isBreak: deleted == 0 && breaks[i]))
        }
    }

    private mutating func findLines() {
        guard !isTooLong else { return }
        var line = y + Self.top
        var style = styles[.none] ?? 1
        lines[.none] = line
        for (position, index) in RemarkableSequence.order(characters.map(\.link)).enumerated() {
            let id = characters[index].link.id
            if characters[index].isBreak {
                // A text that begins with a break has no paragraph before it.
                if position > 0 { line += Self.height(style) }
                style = styles[id] ?? 1
            }
            lines[id] = line
        }
    }
}
