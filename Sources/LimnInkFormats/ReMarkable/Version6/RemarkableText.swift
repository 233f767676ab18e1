// SPDX-License-Identifier: Apache-2.0

/// The typed text on a version 6 page, as paragraphs with their positions. Groups of strokes can be anchored to a
/// character.
struct RemarkableText {
    /// The paragraphs from top to bottom.
    private(set) var paragraphs: [RemarkableParagraph] = []
    /// The x coordinate of the text's left edge, in pixels from the middle of the page.
    private(set) var x = 0.0
    /// The width at which lines break, in pixels.
    private(set) var width = 936.0
    /// The y coordinate of each character's line, in pixels.
    private(set) var lines: [RemarkableID: Double] = [:]
    /// Whether the text exceeds the maximum length. If so, there are no paragraphs.
    private(set) var isTooLong = false

    /// The special characters that represent the top and the bottom of the page, with the y coordinates of the program
    /// rmc. Its authors inferred them from one page.
    private static let specialAnchors: [RemarkableID: Double] = [
        RemarkableID(value: (1 << 48) - 2): 100, RemarkableID(value: (1 << 48) - 1): 100,
    ]
    /// The maximum number of characters.
    private static let maximumLength = 100_000
    /// The offset of the first line from the position of the text, in pixels. This is rmc's value, which was measured
    /// on a few pages.
    private static let top = -88.0

    private struct Character {
        var link: RemarkableSequence.Link
        /// The character; nil if it was deleted or changes the format.
        var scalar: Unicode.Scalar?
        /// The change of format: 1 starts bold, 2 ends bold, 3 starts italic, 4 ends italic.
        var format: UInt32?
    }

    private var characters: [Character] = []
    private var styles: [RemarkableID: UInt8] = [:]
    private var y = 0.0

    init() { lines = Self.specialAnchors }

    /// Reads the text block: field 2 is the text, 3 the position and 4 the width.
    init(_ bytes: RemarkableBytes, _ payload: Range<Int>) throws(RemarkableMalformed) {
        self.init()
        var fields = bytes.part(payload)
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (2, .block(let range)): try readText(bytes, range)
            case (3, .block(let range)):
                var position = bytes.part(range)
                x = try position.double()
                y = try position.double()
            case (4, let value): width = value.float.flatMap { 1...100_000 ~= $0 ? $0 : nil } ?? width
            default: break
            }
        }
        findLines()
    }

    /// Reads the text: field 1 contains the pieces and field 2 the styles. Each is a block with a field 1, which
    /// contains a count and the elements.
    private mutating func readText(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(range)
        while let (index, value) = try fields.field() {
            guard index == 1 || index == 2, case .block(let outer) = value else { continue }
            var wrapper = bytes.part(outer)
            guard case (1, .block(let inner))? = try wrapper.field() else { throw RemarkableMalformed() }
            var list = bytes.part(inner)
            // Each element takes at least one byte, so reading with a wrong count fails at the end of the data.
            for _ in 0..<(try list.varint()) {
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

    /// Reads a piece: field 2 is the identifier of the first character, 3 and 4 are the neighbors, 5 is the number of
    /// deleted characters, and 6 is the text or a format change.
    private mutating func readPiece(_ bytes: RemarkableBytes, _ range: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(range)
        var link = RemarkableSequence.Link(id: .none, left: .none, right: .none)
        var deleted: UInt32 = 0
        var scalars: [Unicode.Scalar] = []
        var format: UInt32?
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (2, .id(let id)): link.id = id
            case (3, .id(let id)): link.left = id
            case (4, .id(let id)): link.right = id
            case (5, .word(let count)): deleted = count
            case (6, .block(let inner)):
                var rest = inner
                scalars = Array(try fields.string(inner, rest: &rest).unicodeScalars)
                var code = bytes.part(rest)
                if case (2, .word(let number))? = try code.field() { format = number }
            default: break
            }
        }
        if scalars.isEmpty, format == nil, deleted == 0 { return }
        let isFormat = scalars.isEmpty && deleted == 0
        let count = deleted > 0 ? Int(deleted) : isFormat ? 1 : scalars.count
        guard count <= Self.maximumLength - characters.count else {
            isTooLong = true
            return
        }
        for i in 0..<count {
            let left = i == 0 ? link.left : link.id.advanced(by: i - 1)
            let right = i == count - 1 ? link.right : link.id.advanced(by: i + 1)
            characters.append(
                Character(
                    link: .init(id: link.id.advanced(by: i), left: left, right: right),
                    scalar: deleted == 0 && !isFormat ? scalars[i] : nil, format: isFormat ? format : nil))
        }
    }

    /// Splits the text into paragraphs with their positions and finds the line of each character.
    private mutating func findLines() {
        guard !isTooLong else { return }
        var line = y + Self.top
        var paragraph = RemarkableParagraph(style: styles[.none] ?? RemarkableParagraph.plain, top: line)
        var (isBold, isItalic) = (false, false)
        lines[.none] = line
        for (position, index) in RemarkableSequence.order(characters.map(\.link)).enumerated() {
            let character = characters[index]
            let id = character.link.id
            if character.scalar == "\n" {
                // Without this check, a line break at the start of the text would add an empty paragraph before it.
                if position > 0 {
                    line += paragraph.height(width: width)
                    paragraphs.append(paragraph)
                }
                paragraph = RemarkableParagraph(style: styles[id] ?? RemarkableParagraph.plain, top: line)
            } else if let scalar = character.scalar {
                paragraph.append(scalar, isBold: isBold, isItalic: isItalic)
            }
            switch character.format {
            case 1: isBold = true
            case 2: isBold = false
            case 3: isItalic = true
            case 4: isItalic = false
            default: break
            }
            lines[id] = line
        }
        paragraphs.append(paragraph)
    }
}
