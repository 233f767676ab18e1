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

    static func encode(_ values: [Double], _ rule: Rule, into writer: inout ByteWriter) {
        guard !rule.isPlain, let scaled = scaled(values, rule) else {
            return encodePlain(values, rule, into: &writer)
        }
        let (scale, multiples) = scaled
        func header(_ form: Form) { writer.byte(form.rawValue | UInt8(scale) << 4) }
        guard let start = multiples.first else { return }
        if rule.allowsConstant, multiples.allSatisfy({ $0 == start }) {
            header(.constant)
            writer.signed(start)
            return
        }
        let first = differences(multiples)
        let second = differences(first)
        let plans = [BitPacking.Plan(multiples), BitPacking.Plan(first), BitPacking.Plan(second)]
        if plans[0].size <= plans[1].size, plans[0].size <= plans[2].size {
            header(.values)
            BitPacking.write(multiples, plans[0], into: &writer)
        } else if plans[1].size <= plans[2].size {
            header(.firstDifferences)
            writer.signed(start)
            BitPacking.write(first, plans[1], into: &writer)
        } else {
            header(.secondDifferences)
            writer.signed(start)
            writer.signed(first[0])
            BitPacking.write(second, plans[2], into: &writer)
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
        let values = [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            do throws(InkError) {
                try decode(count: count, allowsConstant: true, from: &reader, into: base, stride: 1)
                initialized = count
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

    /// A scale and the values as multiples of its step; nil when they do not fit, or are no multiples and must be.
    private static func scaled(_ values: [Double], _ rule: Rule) -> (Int, [Int64])? {
        // Devices tell pressure and the like in steps of their own: where these are found, nothing is rounded.
        for scale in NativeTables.exactScales(insteadOf: rule.scale, isLossless: rule.isLossless) {
            if let multiples = multiples(values, scale, rule.isLossless ? .everyBit : .value) {
                return (scale, multiples)
            }
        }
        return multiples(values, rule.scale, rule.isLossless ? .everyBit : .nearest).map { (rule.scale, $0) }
    }

    /// What must be the same where a value is stored as a multiple.
    private enum Exactness { case nearest, value, everyBit }

    private static func multiples(_ values: [Double], _ scale: Int, _ exactness: Exactness) -> [Int64]? {
        let scale = NativeTables.scales[scale]
        var fits = true
        let multiples = [Int64](unsafeUninitializedCapacity: values.count) { buffer, initialized in
            for value in values {
                // Of a number below 2^53, and no other, the nearest whole one is exact.
                let scaled = (value * scale).rounded()
                var isStored = scaled.magnitude < largestMultiple
                if isStored, exactness != .nearest {
                    let back = Double(Int64(scaled)) / scale
                    // Zeros have a sign, which multiples lose.
                    isStored = exactness == .value ? back == value : back.bitPattern == value.bitPattern
                }
                guard isStored else {
                    fits = false
                    return
                }
                buffer.initializeElement(at: initialized, to: Int64(scaled))
                initialized += 1
            }
        }
        return fits ? multiples : nil
    }

    private static func differences(_ values: [Int64]) -> [Int64] {
        guard values.count > 1 else { return [] }
        return values.withUnsafeBufferPointer { values in
            Array(unsafeUninitializedCapacity: values.count - 1) { buffer, initialized in
                for index in 1..<values.count {
                    buffer.initializeElement(at: index - 1, to: values[index] &- values[index - 1])
                }
                initialized = values.count - 1
            }
        }
    }
}
