// SPDX-License-Identifier: Apache-2.0

/// The binary format of brushes and colors.
///
/// A brush consists of its kind, cap, color, width, dash lengths, fill and tool. Kind, cap and tool take a byte each.
/// Bit 7 of the kind is set if there is a fill, bit 6 if there is a tool.
extension ByteWriter {
    private static let hasFill: UInt8 = 0x80
    private static let hasTool: UInt8 = 0x40

    mutating func brush(_ brush: Brush) {
        var kind = UInt8(NativeTables.kinds.firstIndex(of: brush.kind) ?? 0)
        if brush.fill != nil { kind |= Self.hasFill }
        if brush.tool != nil { kind |= Self.hasTool }
        byte(kind)
        byte(UInt8(NativeTables.caps.firstIndex(of: brush.cap) ?? 0))
        color(brush.color)
        double(brush.width)
        count(brush.dash.count)
        doubles(brush.dash)
        if let fill = brush.fill { double(fill) }
        if let tool = brush.tool { byte(UInt8(NativeTables.tools.firstIndex(of: tool) ?? 0)) }
    }

    /// Writes 0 and four bytes if they represent the color exactly, else 1 and four doubles.
    mutating func color(_ color: Color) {
        if Color(rgba: color.rgba) == color {
            byte(0)
            word(color.rgba)
        } else {
            byte(1)
            doubles([color.red, color.green, color.blue, color.alpha])
        }
    }
}

extension ByteReader {
    mutating func brush() throws(InkError) -> Brush {
        let flags = try byte()
        guard Int(flags & 0x3f) < NativeTables.kinds.count else { throw damaged("its brush has an unknown kind") }
        let cap = try choice(NativeTables.caps)
        let color = try color()
        let width = try finite()
        guard width >= 0 else { throw damaged("a width is negative") }
        let dash = try doubles(count: try count(of: 8))
        let fill: Double? = flags & 0x80 == 0 ? nil : try finite()
        let tool: Brush.Tool? = flags & 0x40 == 0 ? nil : try choice(NativeTables.tools)
        return Brush(
            kind: NativeTables.kinds[Int(flags & 0x3f)], color: color, width: width, cap: cap, dash: dash, fill: fill,
            tool: tool)
    }

    mutating func color() throws(InkError) -> Color {
        switch try byte() {
        case 0:
            let word = try take(4).loadUnaligned(as: UInt32.self)
            return Color(rgba: UInt32(littleEndian: word))
        case 1:
            let parts = try doubles(count: 4)
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        default: throw damaged("a color has an unknown form")
        }
    }
}
