// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// An ink: an instrument and a colour.
struct PencilKitInk {
    /// PencilKit's instruments.
    enum Kind: String, CaseIterable {
        case pen, pencil, marker, monoline
        case fountainPen = "fountainpen"
        case watercolor, crayon, eraser
    }

    /// What all identifiers begin with.
    static let prefix = "com.apple.ink."

    /// The instrument; an unknown one counts as a pen.
    var kind = Kind.pen
    /// The colour.
    var color = Color.black
    /// The identifier when it is not known.
    var unknownName: String?

    /// A black pen.
    init() {}

    /// An ink of the interface: its identifier and its colour.
    init(identifier: String, color: Color) {
        self.color = color
        name(identifier)
    }

    /// Reads the message that both forms share: colour, identifier; versions and variants are left aside.
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
        name(identifier ?? "")
    }

    private mutating func name(_ identifier: String) {
        if identifier.hasPrefix(Self.prefix),
            let known = Kind(rawValue: String(identifier.dropFirst(Self.prefix.count)))
        {
            kind = known
        } else {
            // As much as a person wants to read, however long it is.
            unknownName = String(identifier.unicodeScalars.prefix(64))
        }
    }

    /// The identifier that files hold.
    var identifier: String { Self.prefix + kind.rawValue }
}

extension PencilKitInk.Kind {
    /// The instrument as Limn knows it. PencilKit's pen draws a line that hardly changes, as a ballpoint does.
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

    /// How its paint meets the page: a marker's multiplies.
    var brushKind: Brush.Kind { self == .marker ? .highlighter : .pen }

    /// Width = slope · size − less, measured on a device by another project (folino) and not re-measured here. A marker is a
    /// chisel, this is its width along strokes at azimuth 0.
    private var law: (slope: Double, less: Double) {
        switch self {
        case .pen, .monoline, .eraser: (2, 4)
        case .pencil: (2, 1)
        case .marker: (0.5, 0)
        case .fountainPen: (0.5, 0.7)
        case .watercolor: (1.7, 0)
        case .crayon: (1.85, 0)
        }
    }

    /// The width that is painted, in points, for a size of a point.
    ///
    /// Below the sizes that were measured the law would give nothing at all; there a straight line leads to 0 (inferred).
    func width(ofSize size: Double) -> Double { max(law.slope * size - law.less, law.slope / 4 * size) }

    /// The size for which ``width(ofSize:)`` gives a width.
    func size(forWidth width: Double) -> Double {
        width >= law.less / 3 ? (width + law.less) / law.slope : 4 * width / law.slope
    }
}
