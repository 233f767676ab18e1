// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// How strokes become bytes: brush, layer, number of points, a set of channels, and the channels.
///
/// Equal values of many points take few bytes. So that a small file can never fill the memory, no file unpacks to more than
/// ``freeBytes`` and ``bytesForEach`` times its size: a writer stores plainly what would, a reader refuses.
enum StrokeCoding {
    /// What a file may unpack to beyond a multiple of its size, in bytes.
    static let freeBytes = 24 << 20
    /// What a file may unpack to for each of its bytes.
    static let bytesForEach = 16

    /// The bytes that a stroke takes in memory, about: itself, an array for each channel, and what these hold.
    static func unpackedSize(points: Int, channels: Int) -> Int {
        points > 0 ? 240 + 40 * channels + points * (24 + 8 * channels) : 160
    }
}

/// What is left of the memory that a file's size allows.
struct StrokeAllowance {
    private var bytes: Int

    /// - Parameter size: the size of the file in bytes.
    init(size: Int) {
        let (product, overflows) = size.multipliedReportingOverflow(by: StrokeCoding.bytesForEach)
        bytes = overflows ? .max / 2 : min(product, .max / 2) + StrokeCoding.freeBytes
    }

    /// Whether a stroke is still allowed.
    mutating func take(points: Int, channels: Int) -> Bool {
        guard points <= bytes / 24 else { return false }
        bytes -= StrokeCoding.unpackedSize(points: points, channels: channels)
        return bytes >= 0
    }
}

/// Writes strokes, and keeps count of their brushes and their size.
struct StrokeWriter {
    let isLossless: Bool
    /// The brushes that strokes used and that are not written yet.
    private(set) var newBrushes: [Brush] = []
    private var brushIndex: [Brush: Int] = [:]
    private var brushCount: Int
    private var lastBrush: (brush: Brush, index: Int)?
    /// What may be unpacked beyond a multiple of what is written.
    private let free: Int
    private var unpacked = 0
    private var packed = 0
    private var scratch = ChannelCoding.Scratch()

    /// - Parameters:
    ///   - brushes: the brushes that the file has already.
    ///   - isAddition: whether a file is there already, which may have used what is free.
    init(isLossless: Bool, brushes: [Brush] = [], isAddition: Bool = false) {
        self.isLossless = isLossless
        free = isAddition ? 0 : StrokeCoding.freeBytes
        brushCount = brushes.count
        for (index, brush) in brushes.enumerated() { brushIndex[brush] = index }
    }

    mutating func write(_ stroke: Stroke, into writer: inout ByteWriter) {
        let brush = index(of: stroke.brush)
        unpacked += StrokeCoding.unpackedSize(points: stroke.points.count, channels: stroke.points.channelCount)
        let start = writer.count
        write(stroke, brush: brush, isPlain: false, into: &writer)
        if unpacked > free + StrokeCoding.bytesForEach * (packed + writer.count - start) {
            writer.shorten(to: start)
            write(stroke, brush: brush, isPlain: true, into: &writer)
        }
        packed += writer.count - start
    }

    private mutating func write(_ stroke: Stroke, brush: Int, isPlain: Bool, into writer: inout ByteWriter) {
        let points = stroke.points
        writer.count(brush)
        writer.signed(Int64(stroke.layer))
        if isPlain { writer.padded(points.count) } else { writer.count(points.count) }
        var set: UInt8 = 0
        for (bit, channel) in NativeTables.channels.enumerated() where points[channel] != nil { set |= 1 << bit }
        writer.byte(set)
        guard points.count > 0 else { return }
        var rule = ChannelCoding.Rule(
            scale: NativeTables.lengthScale, isLossless: isLossless, allowsConstant: false, isPlain: isPlain)
        ChannelCoding.encode(points.positions.map { $0.x }, rule, &scratch, into: &writer)
        ChannelCoding.encode(points.positions.map { $0.y }, rule, &scratch, into: &writer)
        rule.allowsConstant = true
        ChannelCoding.encode(points.widths, rule, &scratch, into: &writer)
        for channel in NativeTables.channels {
            guard let values = points[channel] else { continue }
            rule.scale = NativeTables.scale(of: channel)
            ChannelCoding.encode(values, rule, &scratch, into: &writer)
        }
    }

    /// The brushes that were new since the last call.
    mutating func takeNewBrushes() -> [Brush] {
        defer { newBrushes = [] }
        return newBrushes
    }

    private mutating func index(of brush: Brush) -> Int {
        if let lastBrush, lastBrush.brush == brush { return lastBrush.index }
        let index = brushIndex[brush] ?? brushCount
        if index == brushCount {
            brushIndex[brush] = index
            newBrushes.append(brush)
            brushCount += 1
        }
        lastBrush = (brush, index)
        return index
    }
}

/// Reads strokes.
struct StrokeReader {
    /// The brushes that strokes name.
    var brushes: [Brush] = []
    private var allowance: StrokeAllowance

    /// - Parameter size: the size of the file in bytes.
    init(size: Int) { allowance = StrokeAllowance(size: size) }

    mutating func read(_ reader: inout ByteReader) throws(InkError) -> Stroke {
        let brush = try reader.index(below: brushes.count, "a stroke's brush")
        let layer = Int(try reader.signed())
        // Positions take half a byte for eight of them at least.
        let stated = try reader.unsigned()
        guard stated / 16 <= UInt64(reader.remaining) else { throw reader.damaged("a count is larger than the file") }
        let count = Int(stated)
        let set = try reader.byte()
        guard set >> NativeTables.channels.count == 0 else { throw reader.damaged("a stroke has an unknown channel") }
        guard allowance.take(points: count, channels: set.nonzeroBitCount) else {
            throw reader.damaged("it holds more points than its size allows")
        }
        var points = StrokePoints()
        if count > 0 {
            let positions = try positions(count, &reader)
            let widths = try ChannelCoding.decode(count: count, from: &reader)
            guard widths.allSatisfy({ $0 >= 0 }) else { throw reader.damaged("a width is negative") }
            points = StrokePoints(positions: positions, widths: widths)
        }
        if set != 0 {
            for (bit, channel) in NativeTables.channels.enumerated() where set & (1 << bit) != 0 {
                points[channel] = count > 0 ? try ChannelCoding.decode(count: count, from: &reader) : []
            }
        }
        return Stroke(brush: brushes[brush], points: points, layer: layer)
    }

    private func positions(_ count: Int, _ reader: inout ByteReader) throws(InkError) -> [Point] {
        var failure: InkError?
        var positions = [Point](repeating: .zero, count: count)
        positions.withUnsafeMutableBufferPointer { buffer in
            // A point is its two coordinates, one behind the other.
            buffer.baseAddress?.withMemoryRebound(to: Double.self, capacity: 2 * count) { base in
                do throws(InkError) {
                    for axis in 0..<2 {
                        try ChannelCoding.decode(
                            count: count, allowsConstant: false, from: &reader, into: base + axis, stride: 2)
                    }
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return positions
    }
}
