// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Encodes the message of the `wrd` format as PencilKit does: with a zero replica and a second replica, a clock that
/// counts strokes, UUIDs derived from the ink, and dates at Apple's reference date (2001).
struct PencilKitEncoder {
    /// The clock value of an object that never changed.
    private static let never = UInt64(Int64.max)

    private var inks: [[UInt8]] = []
    private var inkIndices: [[UInt8]: Int] = [:]
    private var strokes: [(ink: Int, path: PencilKitPathCoding)] = []
    private var hash = ContentUUIDs()

    /// Adds a stroke on top of the previous strokes.
    mutating func add(_ stroke: Stroke) {
        let coding = PencilKitStrokeCoding(stroke)
        let ink = Self.message(of: coding.ink)
        let index = inkIndices[ink] ?? inks.count
        if index == inks.count {
            inkIndices[ink] = index
            inks.append(ink)
        }
        let reach = stroke.bounds ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
        strokes.append((index, PencilKitPathCoding(coding.controls, bounds: reach)))
        hash.add(ink + strokes[strokes.count - 1].path.constants + strokes[strokes.count - 1].path.records)
    }

    /// Returns the encoded message.
    ///
    /// - Parameter size: the page size in points; nil if it is unknown.
    func message(size: Size?) -> [UInt8] {
        var drawing = ProtobufWriter()
        let clock = UInt64(strokes.count)
        drawing.varint(1, 0)
        drawing.data(2, [UInt8](repeating: 0, count: 16))
        drawing.data(2, hash.uuid("replica"))
        Self.triple(&drawing, 3, 0, 0, 0)
        Self.triple(&drawing, 3, clock, 1, clock + 1)
        for ink in inks { drawing.data(4, ink) }
        for (index, stroke) in strokes.enumerated() {
            let number = UInt64(index)
            drawing.message(5) { message in
                let identity = hash.uuid("stroke", index)
                message.data(1, identity)
                Self.triple(&message, 2, number, 1, number + 1)
                Self.triple(&message, 3, number, 1, number + 1)
                if stroke.ink > 0 { message.varint(4, UInt64(stroke.ink)) }
                message.message(5) { stroke.path.write(to: &$0, identity: hash.uuid("path", index)) }
                Self.rect(&message, 6, stroke.path.bounds)
                // Bit 0 marks a hidden stroke. The 32 bits from bit 5 on seem to be the texture seed (inferred).
                message.varint(8, UInt64(identity.uint16(0)) << 21 | UInt64(identity.uint16(2)) << 5)
            }
        }
        Self.rect(&drawing, 6, Rect(x0: 0, y0: 0, x1: size?.width ?? 0, y1: size?.height ?? 0))
        Self.triple(&drawing, 7, 0, Self.never, 0)
        drawing.data(8, hash.uuid("drawing"))
        return drawing.bytes
    }

    private static func message(of ink: PencilKitInk) -> [UInt8] {
        var message = ProtobufWriter()
        message.message(1) { color in
            color.float(1, ink.color.red)
            color.float(2, ink.color.green)
            color.float(3, ink.color.blue)
            color.float(4, ink.color.alpha)
        }
        message.string(2, ink.identifier)
        message.varint(3, 3)
        return message.bytes
    }

    private static func triple(_ to: inout ProtobufWriter, _ field: Int, _ a: UInt64, _ b: UInt64, _ c: UInt64) {
        to.message(field) { triple in
            triple.varint(1, a)
            triple.varint(2, b)
            triple.varint(3, c)
        }
    }

    private static func rect(_ to: inout ProtobufWriter, _ field: Int, _ rect: Rect) {
        to.message(field) { message in
            message.float(1, rect.minX)
            message.float(2, rect.minY)
            message.float(3, rect.width)
            message.float(4, rect.height)
        }
    }
}

/// Encodes the path message of a stroke.
struct PencilKitPathCoding {
    /// The first ten channels. Older readers do not know the eleventh.
    private static let channels = PencilKitChannel.allCases.filter { $0 != .threshold }

    /// The bytes of the constant channels.
    let constants: [UInt8]
    /// The records of the points.
    let records: [UInt8]
    /// The bounding box of the stroke, rounded outwards to whole points.
    let bounds: Rect
    private let count: Int
    private let perPoint: UInt64
    private let constant: UInt64

    init(_ controls: [ControlPoint], bounds: Rect) {
        let first = controls.first ?? .neutral
        // In all known files, every record contains location and time.
        let varying = Self.channels.filter { channel in
            if channel == .location || channel == .time { return true }
            let usual = channel.code(of: first)
            return controls.contains { channel.code(of: $0) != usual }
        }
        var (constants, records): ([UInt8], [UInt8]) = ([], [])
        for channel in Self.channels where !varying.contains(channel) { channel.append(first, to: &constants) }
        records.reserveCapacity(controls.count * varying.reduce(0) { $0 + $1.byteCount })
        for point in controls { for channel in varying { channel.append(point, to: &records) } }
        (self.constants, self.records) = (constants, records)
        perPoint = varying.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
        constant = Self.channels.reduce(0) { $0 | 1 << UInt64($1.rawValue) } & ~perPoint
        count = controls.count
        self.bounds = Rect(
            x0: bounds.minX.rounded(.down), y0: bounds.minY.rounded(.down),
            x1: bounds.maxX.rounded(.up), y1: bounds.maxY.rounded(.up))
    }

    func write(to path: inout ProtobufWriter, identity: [UInt8]) {
        path.data(1, identity)
        path.double(2, 0)
        path.varint(3, UInt64(count))
        path.varint(4, perPoint)
        path.varint(5, constant)
        path.data(6, constants)
        path.data(7, records)
        path.varint(8, 1)
    }
}
