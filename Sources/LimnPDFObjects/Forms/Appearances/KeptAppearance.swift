// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// An existing appearance of a widget, split so that its marked text (`/Tx BMC … EMC`) can be replaced (ISO 32000-2,
/// 12.7.4.3).
///
/// Everything else is kept, because the author of the form may have painted more than a frame.
public struct KeptAppearance: Hashable, Sendable {
    /// The appearance stream.
    public let object: DocumentObject
    /// The clip rectangle in form space. It begins at the origin.
    public let boundingBox: Rect
    /// The transform from form space (/Matrix).
    public let matrix: AffineTransform
    /// The content before and after the marked part.
    let before: [UInt8]
    let after: [UInt8]

    private static let contentLimit = 1 << 20

    /// Splits the content.
    ///
    /// - Returns: nil if there is no marked part or if the content is malformed.
    init?(_ content: [UInt8], object: DocumentObject, boundingBox: Rect, matrix: AffineTransform) {
        guard let marked = MarkedText.range(in: content) else { return nil }
        self.object = object
        self.boundingBox = boundingBox
        self.matrix = matrix
        before = Array(content[..<marked.lowerBound])
        after = Array(content[marked.upperBound...])
    }

    /// Returns the content with a new marked part.
    ///
    /// - Parameter marked: the new part, from `/Tx BMC` to `EMC`.
    public func content(with marked: [UInt8]) -> [UInt8] {
        guard let last = before.last, ByteClass(last) == .regular else { return before + marked + after }
        return before + [10] + marked + after
    }
}

extension KeptAppearance {
    /// Reads the normal appearance of a widget.
    ///
    /// - Returns: nil if the appearance cannot be kept, or if its box is not as large as the widget. Quartz writes such
    ///   boxes for empty fields.
    init?(_ stream: PDFObject?, fitting look: WidgetLook) {
        guard let stream, stream.isStream, let id = stream.identity, let box = stream["/BBox"], box.count == 4 else {
            return nil
        }
        let corners = (0..<4).compactMap { box.item($0)?.number }
        let isTurned = look.rotation % 180 != 0
        let (width, height) =
            isTurned ? (look.size.height, look.size.width) : (look.size.width, look.size.height)
        guard corners.count == 4, abs(corners[0]) < 0.01, abs(corners[1]) < 0.01, corners[2] > 0, corners[3] > 0,
            abs(corners[2] - width) < 0.5, abs(corners[3] - height) < 0.5,
            let matrix = Self.matrix(stream["/Matrix"]), let content = (try? stream.decodedData()) ?? nil,
            content.count <= Self.contentLimit
        else { return nil }
        let bounds = Rect(x0: 0, y0: 0, x1: corners[2], y1: corners[3])
        self.init(content, object: DocumentObject(id), boundingBox: bounds, matrix: matrix)
    }

    private static func matrix(_ object: PDFObject?) -> AffineTransform? {
        guard let object else { return .identity }
        let n = (0..<6).compactMap { object.item($0)?.number }
        guard n.count == 6, n.allSatisfy({ abs($0) <= 1e6 }) else { return nil }
        return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }
}

/// Finds the marked part of an appearance.
enum MarkedText {
    /// Returns the range from `/Tx BMC`, or `/Tx … BDC`, to the matching `EMC`. Nil if there is none, if the content is
    /// unbalanced, or if the part is inside other marked content, a text object, a saved graphics state or a
    /// transformed space.
    static func range(in content: [UInt8]) -> Range<Int>? {
        guard ContentScanner.scan(content).isBalanced else { return nil }
        return content.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var (depth, containers, texts, states) = (0, 0, 0, 0)
            var isMoved = false
            var start: Int?
            // The position of the next operator's first operand, and whether that operand is /Tx.
            var operand: (start: Int, isText: Bool)?
            while let token = tokens.next() {
                if operand == nil {
                    let isText = token.kind == .name && bytes[token.start..<token.end].elementsEqual("/Tx".utf8)
                    operand = (token.start, isText)
                }
                switch token.kind {
                case .open: containers += 1
                case .close: containers -= 1
                case .word where containers == 0:
                    switch tokens.word(token) {
                    case "BMC", "BDC":
                        depth += 1
                        let isPlain = depth == 1 && texts == 0 && states == 0 && !isMoved
                        if isPlain, start == nil, operand?.isText == true { start = operand?.start }
                    case "EMC":
                        depth -= 1
                        if depth == 0, let start { return start..<token.end }
                    case "q": states += 1
                    case "Q": states -= 1
                    case "cm": isMoved = isMoved || states == 0
                    case "BT": texts += 1
                    case "ET": texts -= 1
                    case "BI": _ = tokens.skipInlineImage()
                    default: break
                    }
                    operand = nil
                default: break
                }
            }
            return nil
        }
    }
}
