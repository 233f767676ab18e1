// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The message `Stroke` of the Universal Ink Model: a Catmull-Rom spline with a size at each point.
struct UniversalInkStroke {
    private(set) var properties: UniversalInkData.Properties?
    /// The numbers of shared properties, brushes and modes, from 1; 0 for none.
    private(set) var (propertiesIndex, brushIndex, modeIndex) = (0, 0, 0)
    private(set) var (brush, mode): (String?, String?) = (nil, nil)
    private var (xs, ys, sizes): ([Double], [Double], [Double]) = ([], [], [])
    private var colors: [[Double]] = [[], [], [], []]

    /// The number of lines between two points of the spline.
    private static let pieces = 4

    init(_ message: ProtobufMessage) throws(InkFormatError) {
        var copy = Self()
        var precisions: UInt64 = 0
        var (plain, compressed): (ProtobufMessage?, ProtobufMessage?) = (nil, nil)
        try message.forEachField { field throws(InkFormatError) in
            switch field.number {
            case 2:
                let value = try field.varint()
                precisions = UInt64(bitPattern: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
            case 5: plain = try field.submessage()
            case 6: compressed = try field.submessage()
            case 7: copy.propertiesIndex = Int(clamping: try field.varint())
            case 8: copy.properties = try UniversalInkData.properties(try field.submessage())
            case 9: copy.brushIndex = Int(clamping: try field.varint())
            case 10: copy.brush = try field.string()
            case 11: copy.modeIndex = Int(clamping: try field.varint())
            case 12: copy.mode = try field.string()
            default: break
            }
        }
        if let plain { try copy.read(plain, precisions: nil) }
        if copy.xs.isEmpty, let compressed { try copy.read(compressed, precisions: precisions) }
        self = copy
    }

    private init() {}

    /// Reads the values of the spline: floats or, with precisions, differences of integers.
    private mutating func read(_ message: ProtobufMessage, precisions: UInt64?) throws(InkFormatError) {
        var copy = self
        try message.forEachField { field throws(InkFormatError) in
            func values(_ shift: UInt64) throws(InkFormatError) -> [Double] {
                guard let precisions else { return try field.floats() }
                return try Self.decoded(field, precision: Int(precisions >> shift & 15))
            }
            switch field.number {
            case 1: copy.xs += try values(0)
            case 2: copy.ys += try values(0)
            case 4...7: copy.colors[field.number - 4] += try Self.numbers(field).map { Double($0) }
            case 8: copy.sizes += try values(4)
            default: break
            }
        }
        self = copy
    }

    /// Returns the varints of a field, which may be a single one or a packed list.
    private static func numbers(_ field: ProtobufField) throws(InkFormatError) -> [UInt64] {
        if case .varint(let value) = field.value { return [value] }
        var numbers: [UInt64] = []
        var (value, shift): (UInt64, UInt64) = (0, 0)
        for byte in field.message.bytes[try field.data()] {
            guard shift < 64 else {
                throw InkFormatError(
                    .corrupt, format: field.message.format, at: .init(byte: field.start),
                    "a number has more than 64 bits")
            }
            value |= UInt64(byte & 0x7f) << shift
            shift += 7
            if byte < 0x80 {
                numbers.append(value)
                (value, shift) = (0, 0)
            }
        }
        return numbers
    }

    /// Returns the sums of zigzag-encoded differences, divided by a power of ten.
    private static func decoded(_ field: ProtobufField, precision: Int) throws(InkFormatError) -> [Double] {
        var factor = 1.0
        for _ in 0..<precision { factor *= 10 }
        var sum = 0.0
        return try numbers(field).map { value in
            sum += Double(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
            return sum / factor
        }
    }

    /// Returns the stroke in the model's units; nil if it has no usable points.
    ///
    /// The first and the last point of a spline only shape its ends.
    ///
    /// - Parameter radius: the radius of the brush at size 1.
    func ink(_ look: UniversalInkData.Properties, radius: Double, isEraser: Bool) -> Stroke? {
        let count = min(xs.count, ys.count)
        guard count > 0, xs.count == ys.count,
            zip(xs, ys).allSatisfy({ max($0.magnitude, $1.magnitude) <= ValueLimits.maximumCoordinate })
        else { return nil }
        let points = zip(xs, ys).map { Point(x: $0, y: $1) }
        let own = sizes.count == count ? sizes : Array(repeating: look.size, count: count)
        let widths = own.map { min(max($0.isFinite ? $0 : 0, 0), ValueLimits.maximumWidth) * 2 * radius }
        var (positions, sampled): ([Point], [Double]) = ([], [])
        if count < 4 {
            (positions, sampled) = (points, widths)
        } else {
            for index in 1..<(count - 2) {
                for piece in 0..<Self.pieces {
                    let t = Double(piece) / Double(Self.pieces)
                    positions.append(Self.spline(points, at: index, t))
                    sampled.append(widths[index] + (widths[index + 1] - widths[index]) * t)
                }
            }
            positions.append(points[count - 2])
            sampled.append(widths[count - 2])
        }
        var brush = Brush(kind: isEraser ? .whiteout : .pen, color: look.color, width: sampled.max() ?? 1)
        let channels = colors.compactMap(\.first)
        if channels.count == 4, channels.allSatisfy({ 0...255 ~= $0 }) {
            brush.color = Color(
                red: channels[0] / 255, green: channels[1] / 255, blue: channels[2] / 255, alpha: channels[3] / 255)
        }
        if isEraser { brush.color = .white }
        return Stroke(brush: brush, points: StrokePoints(positions: positions, widths: sampled))
    }

    /// Returns a point of the uniform Catmull-Rom spline between the points `index` and `index + 1`.
    private static func spline(_ points: [Point], at index: Int, _ t: Double) -> Point {
        let (p0, p1, p2, p3) = (points[index - 1], points[index], points[index + 1], points[index + 2])
        func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            let linear = (c - a) * t
            let square = (2 * a - 5 * b + 4 * c - d) * t * t
            let cube = (3 * b - a - 3 * c + d) * t * t * t
            return b + (linear + square + cube) / 2
        }
        return Point(x: value(p0.x, p1.x, p2.x, p3.x), y: value(p0.y, p1.y, p2.y, p3.y))
    }
}
