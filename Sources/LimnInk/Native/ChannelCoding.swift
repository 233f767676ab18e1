// SPDX-License-Identifier: Apache-2.0

/// The binary format of one channel's values.
///
/// The header byte contains the form in its lower four bits and the scale in its upper four. Quantized values are
/// multiples of the scale's step. They are stored as values, first differences or second differences, whichever is
/// smallest. Differences start with the first value as a varint, and second differences also with the first difference.
/// ``BitPacking`` stores the rest. Values that are not quantized are stored as floats: 32-bit if that is lossless, else
/// 64-bit. A constant channel stores its value only once.
enum ChannelCoding {
    private enum Form: UInt8 {
        case constant = 0, doubles = 1, floats = 2, values = 3, firstDifferences = 4, secondDifferences = 5
        case constantDouble = 6
    }

    /// 2^53. Up to this value, every integer is exact as a double.
    private static let largestMultiple = 9_007_199_254_740_992.0

    /// Options for encoding a channel.
    struct Options {
        /// The scale for rounding, as an index in ``NativeTables/scales``.
        var scale: Int
        /// Whether values that are not multiples of a step are stored exactly instead of rounded.
        var isLossless: Bool
        /// Whether a constant channel may be stored as a single value.
        var allowsConstant = true
        /// Whether every value is stored as a 32-bit or 64-bit float, without compression.
        var isPlain = false
    }

    /// A reusable buffer. It avoids allocations, because a drawing has many short strokes.
    struct Scratch {
        private var numbers: [Int64] = []

        /// Calls `body` with buffers for `count` multiples and for their first and second differences.
        mutating func withBuffers<Result>(
            for count: Int,
            _ body: (
                _ multiples: UnsafeMutableBufferPointer<Int64>, _ first: UnsafeMutableBufferPointer<Int64>,
                _ second: UnsafeMutableBufferPointer<Int64>
            ) -> Result
        ) -> Result {
            if numbers.count < 3 * count { numbers = [Int64](repeating: 0, count: 4 * count) }
            return numbers.withUnsafeMutableBufferPointer { buffer in
                body(
                    .init(rebasing: buffer[..<count]), .init(rebasing: buffer[count..<(2 * count - min(count, 1))]),
                    .init(rebasing: buffer[(2 * count)..<(3 * count - min(count, 2))]))
            }
        }
    }

    static func encode(_ values: [Double], _ options: Options, _ scratch: inout Scratch, into writer: inout ByteWriter)
    {
        guard !values.isEmpty else { return }
        let isWritten =
            !options.isPlain
            && scratch.withBuffers(for: values.count) { multiples, first, second in
                guard let scale = scale(values, options, multiples) else { return false }
                for index in first.indices { first[index] = multiples[index + 1] &- multiples[index] }
                for index in second.indices { second[index] = first[index + 1] &- first[index] }
                write(
                    scale, .init(multiples), .init(first), .init(second), allowsConstant: options.allowsConstant,
                    into: &writer)
                return true
            }
        if !isWritten { encodePlain(values, options, into: &writer) }
    }

    /// Writes quantized values in the form that takes the fewest bytes.
    private static func write(
        _ scale: Int, _ multiples: UnsafeBufferPointer<Int64>, _ first: UnsafeBufferPointer<Int64>,
        _ second: UnsafeBufferPointer<Int64>, allowsConstant: Bool, into writer: inout ByteWriter
    ) {
        func header(_ form: Form) { writer.byte(form.rawValue | UInt8(scale) << 4) }
        if allowsConstant, first.allSatisfy({ $0 == 0 }) {
            header(.constant)
            return writer.signed(multiples[0])
        }
        let sizes = (
            BitPacking.size(of: multiples), BitPacking.size(of: first), BitPacking.size(of: second)
        )
        if sizes.0 <= sizes.1, sizes.0 <= sizes.2 {
            header(.values)
            BitPacking.write(multiples, size: sizes.0, into: &writer)
        } else if sizes.1 <= sizes.2 {
            header(.firstDifferences)
            writer.signed(multiples[0])
            BitPacking.write(first, size: sizes.1, into: &writer)
        } else {
            header(.secondDifferences)
            writer.signed(multiples[0])
            writer.signed(first[0])
            BitPacking.write(second, size: sizes.2, into: &writer)
        }
    }

    private static func encodePlain(_ values: [Double], _ options: Options, into writer: inout ByteWriter) {
        if options.allowsConstant, let first = values.first, values.allSatisfy({ $0.bitPattern == first.bitPattern }),
            !options.isPlain
        {
            writer.byte(Form.constantDouble.rawValue)
            writer.double(first)
        } else if values.allSatisfy({ Double(Float($0)).bitPattern == $0.bitPattern }) {
            writer.byte(Form.floats.rawValue)
            for value in values { writer.float(Float(value)) }
        } else {
            writer.byte(Form.doubles.rawValue)
            writer.doubles(values)
        }
    }

    /// Reads the values of a channel. `count` must be positive.
    static func decode(count: Int, from reader: inout ByteReader) throws(InkError) -> [Double] {
        var failure: InkError?
        // Array(unsafeUninitializedCapacity:) is not specialized here, so filling with zeros first is faster for
        // short strokes.
        var values = [Double](repeating: 0, count: count)
        values.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            do throws(InkError) {
                try decode(count: count, allowsConstant: true, from: &reader, into: base, stride: 1)
            } catch { failure = error }
        }
        if let failure { throw failure }
        return values
    }

    /// Reads the values of a channel into every `stride`-th element of `target`.
    static func decode(
        count: Int, allowsConstant: Bool, from reader: inout ByteReader, into target: UnsafeMutablePointer<Double>,
        stride: Int
    ) throws(InkError) {
        let header = try reader.byte()
        let scaleIndex = Int(header >> 4)
        guard let form = Form(rawValue: header & 15), scaleIndex < NativeTables.scales.count,
            allowsConstant || (form != .constant && form != .constantDouble)
        else { throw reader.damaged("a channel has an unknown form") }
        let scale = NativeTables.scales[scaleIndex]
        switch form {
        case .doubles: try reader.doubles(count: count, into: target, stride: stride)
        case .floats: try reader.floats(count: count, into: target, stride: stride)
        case .constantDouble:
            let value = try reader.finite()
            for index in 0..<count { target[index &* stride] = value }
        case .constant:
            let value = Double(try reader.signed()) / scale
            for index in 0..<count { target[index &* stride] = value }
        case .values, .firstDifferences, .secondDifferences:
            let order = form == .values ? 0 : form == .firstDifferences ? 1 : 2
            // Multiplication by the inverse is exact only for powers of two.
            if scale == 256 || scale == 4096 {
                let step = 1 / scale
                try decode(count, order: order, &reader) { target[$0 &* stride] = Double($1) * step }
            } else {
                try decode(count, order: order, &reader) { target[$0 &* stride] = Double($1) / scale }
            }
        }
    }

    /// Reads values from their differences of order 0…2, where 0 means the values themselves. Sums wrap around on
    /// overflow.
    @inline(__always)
    private static func decode(
        _ count: Int, order: Int, _ reader: inout ByteReader, _ store: (_ index: Int, _ value: Int64) -> Void
    ) throws(InkError) {
        guard count >= order else { throw reader.damaged("a channel has too few values for its form") }
        var last: Int64 = 0
        var slope: Int64 = 0
        if order > 0 {
            last = try reader.signed()
            store(0, last)
        }
        if order > 1 {
            slope = try reader.signed()
            last &+= slope
            store(1, last)
        }
        switch order {
        case 0: try BitPacking.read(count: count, from: &reader, store)
        case 1:
            try BitPacking.read(count: count - 1, from: &reader) { index, number in
                last &+= number
                store(index &+ 1, last)
            }
        default:
            try BitPacking.read(count: count - 2, from: &reader) { index, number in
                slope &+= number
                last &+= slope
                store(index &+ 2, last)
            }
        }
    }

    /// Chooses a scale and writes the values as multiples of its step.
    ///
    /// - Returns: the scale, as an index in ``NativeTables/scales``; nil if the values cannot be quantized as the
    ///   options require.
    private static func scale(
        _ values: [Double], _ options: Options, _ multiples: UnsafeMutableBufferPointer<Int64>
    ) -> Int? {
        // Devices report pressure and similar values in steps of their own. If a scale represents them exactly, nothing
        // is rounded.
        for scale in NativeTables.exactScales(insteadOf: options.scale, isLossless: options.isLossless) {
            if write(values, scale, options.isLossless ? .everyBit : .value, to: multiples) { return scale }
        }
        return write(values, options.scale, options.isLossless ? .everyBit : .nearest, to: multiples)
            ? options.scale : nil
    }

    /// The required exactness of a multiple: the nearest one, an equal value, or an equal bit pattern.
    private enum Exactness { case nearest, value, everyBit }

    private static func write(
        _ values: [Double], _ scale: Int, _ exactness: Exactness, to multiples: UnsafeMutableBufferPointer<Int64>
    ) -> Bool {
        let scale = NativeTables.scales[scale]
        for (index, value) in values.enumerated() {
            // Up to 2^53, every integer is exact as a double.
            let scaled = (value * scale).rounded()
            guard scaled.magnitude < largestMultiple, let multiple = Int64(exactly: scaled) else { return false }
            if exactness != .nearest {
                let back = Double(multiple) / scale
                // Quantization loses the sign of zero.
                guard exactness == .value ? back == value : back.bitPattern == value.bitPattern else { return false }
            }
            multiples[index] = multiple
        }
        return true
    }
}
