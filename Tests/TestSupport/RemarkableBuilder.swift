// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes pages of reMarkable tablets byte by byte.
public struct RemarkableBuilder {
    /// A point in pixels, as the tablets have it.
    public struct Point: Sendable {
        /// Pixels.
        public var x: Float
        /// Pixels.
        public var y: Float
        /// In the tablet's own measure.
        public var speed: Float = 0
        /// Radians, 0…2π.
        public var direction: Float = 0
        /// Pixels.
        public var width: Float = 4
        /// 0…1.
        public var pressure: Float = 1

        /// Makes a point; the direction is in radians, 0…2π, the pressure in 0…1.
        public init(
            x: Float, y: Float, speed: Float = 0, direction: Float = 0, width: Float = 4, pressure: Float = 1
        ) {
            (self.x, self.y, self.speed) = (x, y, speed)
            (self.direction, self.width, self.pressure) = (direction, width, pressure)
        }
    }

    /// The file so far.
    public var bytes: [UInt8]

    /// Begins a page with its header.
    public init(version: Int) {
        let header = "reMarkable .lines file, version=\(version)"
        bytes = Array(header.utf8)
        bytes += [UInt8](repeating: 0x20, count: 43 - bytes.count)
    }

    // MARK: Versions 3 and 5

    /// A page of layers of strokes.
    public static func layers(version: Int, _ layers: [[[UInt8]]]) -> [UInt8] {
        var builder = RemarkableBuilder(version: version)
        builder.bytes += word(UInt32(layers.count))
        for layer in layers {
            builder.bytes += word(UInt32(layer.count))
            for stroke in layer { builder.bytes += stroke }
        }
        return builder.bytes
    }

    /// A stroke of the versions 3 and 5.
    public static func stroke(
        version: Int, pen: UInt32 = 17, color: UInt32 = 0, thickness: Float = 2, _ points: [Point], count: Int? = nil
    ) -> [UInt8] {
        word(pen) + word(color) + word(0) + float(thickness) + (version == 5 ? word(0) : [])
            + word(UInt32(count ?? points.count)) + floats(points)
    }

    /// Points as six floats each.
    public static func floats(_ points: [Point]) -> [UInt8] {
        points.flatMap { [$0.x, $0.y, $0.speed, $0.direction, $0.width, $0.pressure].flatMap(float) }
    }

    // MARK: Version 6

    /// A page of version 6: the root, its layers and then whatever else.
    public static func scene(layers: [(id: UInt64, name: String, visible: Bool)], _ blocks: [[UInt8]]) -> [UInt8] {
        var all = RemarkableBuilder(version: 6).bytes
        for layer in layers { all += group(layer.id, name: layer.name, visible: layer.visible) }
        for (index, layer) in layers.enumerated() {
            all += item(
                4, parent: 1, id: 100 + UInt64(index), left: index == 0 ? 0 : 99 + UInt64(index),
                value: [2] + id(2, layer.id))
        }
        return all + blocks.flatMap { $0 }
    }

    /// A block of version 6.
    public static func block(_ type: UInt8, version: UInt8 = 1, _ payload: [UInt8]) -> [UInt8] {
        word(UInt32(payload.count)) + [0, 1, version, type] + payload
    }

    /// A layer or group, and the character of typed text that it moves with.
    public static func group(
        _ node: UInt64, name: String = "", visible: Bool = true, anchor: (id: UInt64, x: Float)? = nil
    ) -> [UInt8] {
        var payload = id(1, node)
        payload += sub(2, id(1, 0) + sub(2, variable(UInt64(name.utf8.count)) + [1] + Array(name.utf8)))
        payload += sub(3, id(1, 0) + byte(2, visible ? 1 : 0))
        if let anchor {
            payload += sub(7, id(1, 0) + id(2, anchor.id)) + sub(8, id(1, 0) + byte(2, 2))
            payload += sub(9, id(1, 0) + tag(2, 4) + float(0)) + sub(10, id(1, 0) + tag(2, 4) + float(anchor.x))
        }
        return block(2, payload)
    }

    /// An item of a group; without a value it is deleted.
    public static func item(
        _ type: UInt8, version: UInt8 = 2, parent: UInt64, id own: UInt64, left: UInt64 = 0, right: UInt64 = 0,
        value: [UInt8]?
    ) -> [UInt8] {
        let links = id(1, parent) + id(2, own) + id(3, left) + id(4, right)
        let rest = tag(5, 4) + word(value == nil ? 1 : 0) + (value.map { sub(6, $0) } ?? [])
        return block(type, version: version, links + rest)
    }

    /// A stroke of version 6.
    public static func line(
        parent: UInt64, id own: UInt64, left: UInt64 = 0, right: UInt64 = 0, pen: UInt32 = 17, color: UInt32 = 0,
        thickness: Double = 2, own rgba: UInt32? = nil, version: UInt8 = 2, _ points: [Point]
    ) -> [UInt8] {
        var value: [UInt8] = [3] + tag(1, 4) + word(pen) + tag(2, 4) + word(color)
        value += tag(3, 8) + double(thickness) + tag(4, 4) + float(0)
        value += sub(5, version == 1 ? floats(points) : packed(points)) + id(6, 1)
        if let rgba { value += tag(8, 4) + word(rgba) }
        return item(5, version: version, parent: parent, id: own, left: left, right: right, value: value)
    }

    /// A text of one piece, with styles of the paragraphs that begin at some characters.
    public static func text(_ text: String, id own: UInt64, y: Double = 234, styles: [(UInt64, UInt8)] = []) -> [UInt8]
    {
        let string = variable(UInt64(text.utf8.count)) + [1] + Array(text.utf8)
        let piece = sub(0, id(2, own) + id(3, 0) + id(4, 0) + tag(5, 4) + word(0) + sub(6, string))
        let list = styles.flatMap { [0] + variable($0.0) + id(1, 0) + sub(2, [17, $0.1]) }
        let texts = sub(1, sub(1, variable(1) + piece)) + sub(2, sub(1, variable(UInt64(styles.count)) + list))
        return block(7, id(1, 0) + sub(2, texts) + sub(3, double(-468) + double(y)) + tag(4, 4) + float(936))
    }

    /// Points as 14 bytes each.
    public static func packed(_ points: [Point]) -> [UInt8] {
        points.flatMap { point -> [UInt8] in
            let speed = UInt16(point.speed * 4)
            let width = UInt16(point.width * 4)
            let direction = UInt8((point.direction / (2 * .pi) * 255).rounded())
            let tail = [direction, UInt8((point.pressure * 255).rounded())]
            return float(point.x) + float(point.y) + number(speed) + number(width) + tail
        }
    }

    // MARK: Values

    /// The index and type of a value.
    public static func tag(_ index: UInt64, _ type: UInt64) -> [UInt8] { variable(index << 4 | type) }
    /// A tagged identifier; the author is in the highest byte.
    public static func id(_ index: UInt64, _ value: UInt64) -> [UInt8] {
        tag(index, 0xf) + [UInt8(value >> 56)] + variable(value & ((1 << 56) - 1))
    }
    /// A tagged block of values.
    public static func sub(_ index: UInt64, _ payload: [UInt8]) -> [UInt8] {
        tag(index, 0xc) + word(UInt32(payload.count)) + payload
    }
    /// A tagged byte.
    public static func byte(_ index: UInt64, _ value: UInt8) -> [UInt8] { tag(index, 1) + [value] }
    /// A number in groups of seven bits.
    public static func variable(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
    /// A number, the lowest byte first.
    public static func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    /// Four bytes.
    public static func word(_ value: UInt32) -> [UInt8] { number(value) }
    /// Four bytes.
    public static func float(_ value: Float) -> [UInt8] { number(value.bitPattern) }
    /// Eight bytes.
    public static func double(_ value: Double) -> [UInt8] { number(value.bitPattern) }
}
