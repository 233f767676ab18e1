// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A PencilKit ink, which is a drawing tool and a color.
struct PencilKitInk {
    /// PencilKit's drawing tools.
    enum Kind: String, CaseIterable {
        case pen, pencil, marker, monoline
        case fountainPen = "fountainpen"
        case watercolor, crayon, eraser
    }

    /// The prefix of all identifiers.
    static let prefix = "com.apple.ink."

    /// The drawing tool; `pen` if it is unknown.
    var kind = Kind.pen
    /// The color.
    var color = Color.black
    /// The identifier if it is unknown; otherwise nil.
    var unknownName: String?

    /// Makes a black pen.
    init() {}

    /// Makes an ink from an identifier and a color of PencilKit's interface.
    init(identifier: String, color: Color) {
        self.color = color
        setKind(identifier)
    }

    /// Reads the ink message, which is the same in both formats. Versions and variants are ignored.
    init(_ message: ProtobufMessage) throws(InkFormatError) {
        var rgba = [0.0, 0, 0, 1]
        var identifier: String?
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 1:
                try field.submessage().forEachField { part throws(InkFormatError) in
                    if 1...4 ~= part.number { rgba[part.number - 1] = try part.float() }
                }
            case 2: identifier = try field.string()
            default: break
            }
        }
        color = Color(red: rgba[0], green: rgba[1], blue: rgba[2], alpha: rgba[3])
        setKind(identifier ?? "")
    }

    private mutating func setKind(_ identifier: String) {
        if identifier.hasPrefix(Self.prefix),
            let known = Kind(rawValue: String(identifier.dropFirst(Self.prefix.count)))
        {
            kind = known
        } else {
            // A file may contain a very long identifier, so it is truncated for messages.
            unknownName = String(identifier.unicodeScalars.prefix(64))
        }
    }

    /// The identifier as stored in files.
    var identifier: String { Self.prefix + kind.rawValue }
}

extension PencilKitInk.Kind {
    /// The equivalent Limn tool; nil for the eraser. PencilKit's pen hardly varies its width, so it becomes a
    /// ballpoint.
    var tool: Brush.Tool? {
        switch self {
        case .pen: .ballpoint
        case .pencil: .pencil
        case .marker: .marker
        case .monoline: .monoline
        case .fountainPen: .fountain
        case .watercolor: .watercolor
        case .crayon: .crayon
        case .eraser: nil
        }
    }

    /// The brush kind. A marker multiplies with the page.
    var brushKind: Brush.Kind { self == .marker ? .highlighter : .pen }

    /// The linear model width = slope · size − offset, measured on a device by another project (folino). A marker has a
    /// chisel tip; this is its width at azimuth 0.
    private var widthModel: (slope: Double, offset: Double) {
        switch self {
        case .pen, .monoline, .eraser: (2, 4)
        case .pencil: (2, 1)
        case .marker: (0.5, 0)
        case .fountainPen: (0.5, 0.7)
        case .watercolor: (1.7, 0)
        case .crayon: (1.85, 0)
        }
    }

    /// Returns the painted width in points for PencilKit's size of a point.
    ///
    /// For small sizes, the model would give zero or less. So their widths are proportional to the size (inferred).
    func width(ofSize size: Double) -> Double {
        max(widthModel.slope * size - widthModel.offset, widthModel.slope / 4 * size)
    }

    /// Returns PencilKit's size for a painted width in points: the inverse of ``width(ofSize:)``.
    func size(forWidth width: Double) -> Double {
        width >= widthModel.offset / 3
            ? (width + widthModel.offset) / widthModel.slope : 4 * width / widthModel.slope
    }
}
