// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The message `InkData` of the Universal Ink Model: strokes, and the tables of brushes and properties that they share.
struct UniversalInkData {
    /// The properties of a whole stroke.
    struct Properties {
        var color = Color.black
        var size = 1.0
    }

    private var strokes: [ProtobufMessage] = []
    private var properties: [Properties] = []
    private var brushes: [String] = []
    private var modes: [String] = []
    private var transform = AffineTransform.identity

    init(_ message: ProtobufMessage) throws(InkFormatError) {
        var (strokes, properties, brushes, modes): ([ProtobufMessage], [Properties], [String], [String]) = (
            [], [], [], []
        )
        var (unit, matrix) = (1.0, AffineTransform.identity)
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 1: strokes.append(try field.submessage())
            case 2: unit = try field.float()
            case 3: matrix = try Self.transform(try field.submessage())
            case 4: brushes.append(try field.string())
            case 5: modes.append(try field.string())
            case 6: properties.append(try Self.properties(try field.submessage()))
            default: break
            }
        }
        (self.strokes, self.properties, self.brushes, self.modes) = (strokes, properties, brushes, modes)
        let scale = unit > 0 && unit.isFinite ? unit : 1
        transform = matrix.then(.scaling(x: scale, y: scale))
    }

    /// Adds all strokes to a page.
    func read(into canvas: inout CanvasItems) throws(InkFormatError) {
        for message in strokes {
            let stroke = try UniversalInkStroke(message)
            var look = stroke.properties
            if look == nil, stroke.propertiesIndex >= 1, stroke.propertiesIndex <= properties.count {
                look = properties[stroke.propertiesIndex - 1]
            }
            func name(_ index: Int, _ own: String?, _ table: [String]) -> String {
                own ?? (index >= 1 && index <= table.count ? table[index - 1] : "")
            }
            let mode = name(stroke.modeIndex, stroke.mode, modes).lowercased()
            let radius = Self.radius(name(stroke.brushIndex, stroke.brush, brushes))
            guard let ink = stroke.ink(look ?? Properties(), radius: radius, isEraser: mode.contains("destinationout"))
            else {
                canvas.drop(.stroke, "no points")
                continue
            }
            let placed = ink.transformed(by: transform)
            guard placed.bounds?.isFinite == true else {
                canvas.drop(.stroke, "coordinates that are not usable numbers")
                continue
            }
            try canvas.add(placed)
        }
    }

    /// Returns the radius of a round brush of size 1, which its address may name; 0.5 otherwise.
    private static func radius(_ brush: String) -> Double {
        guard let value = brush.split(separator: "&").last(where: { $0.hasPrefix("radius=") }),
            let radius = Double(value.dropFirst(7)), radius > 0, radius <= 100
        else { return 0.5 }
        return radius
    }

    /// Reads a message `Matrix` of 4 × 4 numbers, row by row. Rows map to coordinates.
    private static func transform(_ message: ProtobufMessage) throws(InkFormatError) -> AffineTransform {
        var numbers = [Double](repeating: 0, count: 17)
        try message.forEachField { field throws(InkFormatError) in
            if 1...16 ~= field.number { numbers[field.number] = try field.float() }
        }
        let result = AffineTransform(
            a: numbers[1], b: numbers[5], c: numbers[2], d: numbers[6], tx: numbers[4], ty: numbers[8])
        return result.isFinite && result.inverted != nil ? result : .identity
    }

    /// Reads a message `PathPointProperties`.
    static func properties(_ message: ProtobufMessage) throws(InkFormatError) -> Properties {
        var result = Properties()
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 1:
                let value = try field.varint()
                let signed = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
                result.color = Color(rgba: UInt32(truncatingIfNeeded: signed))
            case 2:
                let size = try field.float()
                if size > 0, size <= ValueLimits.maximumWidth { result.size = size }
            default: break
            }
        }
        return result
    }
}
