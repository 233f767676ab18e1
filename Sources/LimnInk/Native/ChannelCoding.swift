// SPDX-License-Identifier: Apache-2.0

/// How the values of one channel become bytes.
///
/// A byte tells the form in its lower four bits and the scale in its upper four. Values that are, or are rounded to,
/// whole multiples of a scale's step are stored as their differences: the first value (and, for second differences, the
/// first difference) as a varint, the rest through ``BitPacking``. Others are plain floats, of 32 bits where these hold
/// every bit of them. What is the same for all points is stored once.
enum ChannelCoding {
    private enum Form: UInt8 {
        case constant = 0, doubles = 1, floats = 2, values = 3, firstDifferences = 4, secondDifferences = 5
        case constantDouble = 6
    }

    /// Multiples beyond this are not exact in a Double any more.
    private static let largestMultiple = 9_007_199_254_740_992.0

    /// How values are stored.
    struct Rule {
        /// The index in ``NativeTables/scales`` of the step that values may be rounded to.
        var scale: Int
        /// Whether values that are no multiples of a step keep all their bits.
        var isLossless: Bool
        /// Whether one value may stand for all points.
        var allowsConstant = true
        /// Whether every value takes bytes of its own, so that little input never means many values.
        var isPlain = false
    }

    /// Room for numbers that is used again and again: strokes are many and short.
    struct Scratch {
        private var numbers: [Int64] = []

        /// Calls `body` with room for `count` multiples and their differences of both orders.
        mutating func withRoom<Result>(
            for count: Int,
            _ body: (
                _ multiples: UnsafeMutableBufferPointer<Int64>, _ first: UnsafeMutableBufferPointer<Int64>,
                _ second: UnsafeMutableBufferPointer<Int64>
            ) -> Result
        ) -> Result {
            if numbers.count < 3 * count { numbers = [Int64](repeating: 0, count: 4 * count) }
            return numbers.withUnsafeMutableBufferPointer { room in
                body(
                    .init(rebasing: room[..<count]), .init(rebasing: room[count..<(2 * count - min(count, 1))]),
                    .init(rebasing: room[(2 * count)..<(3 * count - min(count, 2))]))
            }
        }
    }

    static func encode(_ values: [Double], _ rule: Rule, _ scratch: inout Scratch, into writer: inout ByteWriter) {
        guard !values.isEmpty else { return }
        let isWritten =
            !rule.isPlain
            && scratch.withRoom(for: values.count) { multiples, first, second in
                guard let scale = scale(values, rule, multiples) else { return false }
                for index in first.indices { first[index] = multiples[index + 1] &- multiples[index] }
                for index in second.indices { second[index] = first[index + 1] &- first[index] }
                write(
                    scale, .init(multiples), .init(first), .init(second), allowsConstant: rule.allowsConstant,
                    into: &writer)
                return true
            }
        if !isWritten { encodePlain(values, rule, into: &writer) }
    }

    /// Writes multiples of a scale's step in the form that takes the fewest bytes.
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

    private static func encodePlain(_ values: [Double], _ rule: Rule, into writer: inout ByteWriter) {
        if rule.allowsConstant, let first = values.first, values.allSatisfy({ $0.bitPattern == first.bitPattern }),
            !rule.isPlain
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

    /// The values of a channel; at least one.
    static func decode(count: Int, from reader: inout ByteReader) throws(InkError) -> [Double] {
        var failure: InkError?
        // Filled and written over: the initializer that hands out raw memory is not specialized, and many strokes are short.
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

    /// Writes the values of a channel to every `stride`-th place of some memory.
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
            // A division by a power of two is a multiplication; for the others the quotient alone is exact.
            if scale == 256 || scale == 4096 {
                let step = 1 / scale
                try decode(count, order: order, &reader) { target[$0 &* stride] = Double($1) * step }
            } else {
                try decode(count, order: order, &reader) { target[$0 &* stride] = Double($1) / scale }
            }
        }
    }

    /// Values from their differences of an order from 0 to 2; sums that are too large wrap, as they do in ``Int64``.
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

    /// Finds a scale and writes the values as multiples of its step; nil when they do not fit, or are no multiples and must be.
    private static func scale(
        _ values: [Double], _ rule: Rule, _ multiples: UnsafeMutableBufferPointer<Int64>
    ) -> Int? {
        // Devices tell pressure and the like in steps of their own: where these are found, nothing is rounded.
        for scale in NativeTables.exactScales(insteadOf: rule.scale, isLossless: rule.isLossless) {
            if write(values, scale, rule.isLossless ? .everyBit : .value, to: multiples) { return scale }
        }
        return write(values, rule.scale, rule.isLossless ? .everyBit : .nearest, to: multiples) ? rule.scale : nil
    }

    /// What must be the same where a value is stored as a multiple.
    private enum Exactness { case nearest, value, everyBit }

    private static func write(
        _ values: [Double], _ scale: Int, _ exactness: Exactness, to multiples: UnsafeMutableBufferPointer<Int64>
    ) -> Bool {
        let scale = NativeTables.scales[scale]
        for (index, value) in values.enumerated() {
            // Of a number below 2^53, and no other, the nearest whole one is exact.
            let scaled = (value * scale).rounded()
            guard scaled.magnitude < largestMultiple else { return false }
            let multiple = Int64(scaled)
            if exactness != .nearest {
                let back = Double(multiple) / scale
                // Zeros have a sign, which multiples lose.
                guard exactness == .value ? back == value : back.bitPattern == value.bitPattern else { return false }
            }
            multiples[index] = multiple
        }
        return true
    }
}
