// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// The binary format of strokes: brush index, layer, point count, a bit set of channels, and the channels.
///
/// A constant channel takes only a few bytes, so a small file could expand to fill the memory. Therefore a file may
/// expand to at most ``baseMemoryLimit`` + ``maximumExpansion`` × its size. A writer stores strokes uncompressed if
/// they would otherwise exceed this limit, and a reader rejects files that exceed it.
enum StrokeCoding {
    /// The constant part of the memory limit, in bytes.
    static let baseMemoryLimit = 24 << 20
    /// The number of bytes of memory allowed per byte of the file.
    static let maximumExpansion = 16

    /// Returns the approximate size of a stroke in memory, in bytes.
    static func memorySize(points: Int, channels: Int) -> Int {
        points > 0 ? 240 + 40 * channels + points * (24 + 8 * channels) : 160
    }
}

/// The memory that a file's contents may still use.
struct StrokeMemoryBudget {
    private var bytes: Int
    /// Whether the caller's limit is lower than the limit that follows from the size of the file.
    let isCapped: Bool

    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - limit: an additional maximum of memory in bytes, independent of the size.
    init(size: Int, limit: Int = .max) {
        let (product, overflows) = size.multipliedReportingOverflow(by: StrokeCoding.maximumExpansion)
        let allowed = overflows ? .max / 2 : min(product, .max / 2) + StrokeCoding.baseMemoryLimit
        bytes = min(allowed, limit)
        isCapped = limit < allowed
    }

    /// Reserves `count` bytes for something other than a stroke. If ``isCapped`` is false, this always succeeds.
    ///
    /// - Returns: whether the budget was sufficient.
    mutating func reserve(other count: Int) -> Bool {
        guard isCapped else { return true }
        bytes -= count
        return bytes >= 0
    }

    /// Reserves memory for a stroke.
    ///
    /// - Returns: whether the budget was sufficient.
    mutating func reserve(points: Int, channels: Int) -> Bool {
        guard points <= bytes / 24 else { return false }
        bytes -= StrokeCoding.memorySize(points: points, channels: channels)
        return bytes >= 0
    }
}

/// A writer for strokes that collects their brushes and enforces the memory limit.
struct StrokeWriter {
    let isLossless: Bool
    /// The brushes that written strokes use but that have not been written yet.
    private(set) var newBrushes: [Brush] = []
    private var brushIndex: [Brush: Int] = [:]
    private var brushCount: Int
    private var lastBrush: (brush: Brush, index: Int)?
    /// The constant part of the memory limit, in bytes.
    private let baseLimit: Int
    private var unpacked = 0
    private var packed = 0
    private var scratch = ChannelCoding.Scratch()

    /// - Parameters:
    ///   - brushes: the brushes that the file already contains.
    ///   - isUpdate: whether the strokes are appended to a file. The file may already have used up
    ///     ``StrokeCoding/baseMemoryLimit``.
    init(isLossless: Bool, brushes: [Brush] = [], isUpdate: Bool = false) {
        self.isLossless = isLossless
        baseLimit = isUpdate ? 0 : StrokeCoding.baseMemoryLimit
        brushCount = brushes.count
        for (index, brush) in brushes.enumerated() { brushIndex[brush] = index }
    }

    mutating func write(_ stroke: Stroke, into writer: inout ByteWriter) {
        let brush = index(of: stroke.brush)
        unpacked += StrokeCoding.memorySize(points: stroke.points.count, channels: stroke.points.channelCount)
        let start = writer.count
        write(stroke, brush: brush, isPlain: false, into: &writer)
        if unpacked > baseLimit + StrokeCoding.maximumExpansion * (packed + writer.count - start) {
            writer.truncate(to: start)
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
        var options = ChannelCoding.Options(
            scale: NativeTables.lengthScale, isLossless: isLossless, allowsConstant: false, isPlain: isPlain)
        ChannelCoding.encode(points.positions.map { $0.x }, options, &scratch, into: &writer)
        ChannelCoding.encode(points.positions.map { $0.y }, options, &scratch, into: &writer)
        options.allowsConstant = true
        ChannelCoding.encode(points.widths, options, &scratch, into: &writer)
        for channel in NativeTables.channels {
            guard let values = points[channel] else { continue }
            options.scale = NativeTables.scale(of: channel)
            ChannelCoding.encode(values, options, &scratch, into: &writer)
        }
    }

    /// Returns the brushes that were first used since the last call.
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

/// A reader for strokes that enforces the memory limit.
struct StrokeReader {
    /// The brush table that strokes refer to.
    var brushes: [Brush] = []
    private var budget: StrokeMemoryBudget

    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - limit: an additional maximum of memory in bytes, independent of the size.
    init(size: Int, limit: Int = .max) { budget = StrokeMemoryBudget(size: size, limit: limit) }

    static let tooLarge = InkError(.corrupt, "The ink has too many points, too much text, or too many pages.")

    /// Reserves `count` bytes for something other than a stroke.
    ///
    /// - Throws: ``tooLarge`` if the memory limit is exceeded.
    mutating func reserve(other count: Int) throws(InkError) {
        guard budget.reserve(other: count) else { throw Self.tooLarge }
    }

    mutating func read(_ reader: inout ByteReader) throws(InkError) -> Stroke {
        let brush = try reader.index(below: brushes.count, "a stroke's brush")
        let layer = try reader.integer()
        // Even if compressed, the coordinates of 16 points take at least one byte.
        let stated = try reader.unsigned()
        guard stated / 16 <= UInt64(reader.remaining) else { throw reader.damaged("a count is larger than the file") }
        let count = Int(stated)
        let set = try reader.byte()
        guard set >> NativeTables.channels.count == 0 else { throw reader.damaged("a stroke has an unknown channel") }
        guard budget.reserve(points: count, channels: set.nonzeroBitCount) else {
            throw budget.isCapped ? Self.tooLarge : reader.damaged("it has more points than its size allows")
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
            // A Point is stored as its two coordinates, x and y.
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
