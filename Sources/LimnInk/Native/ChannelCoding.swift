// SPDX-License-Identifier: Apache-2.0

/// How the values of one channel become bytes.
///
/// A channel is stored in the smallest of the forms that keep it: one value for all points, whole multiples of a
/// quantum as differences of first or second order, or plain 64-bit floats.
enum ChannelCoding {
    private enum Form: UInt8 { case constant = 0, floats = 1, firstDifferences = 2, secondDifferences = 3 }

    /// Multiples beyond this are not exact in a Double any more.
    private static let largestMultiple = 9_007_199_254_740_992.0

    /// - Parameters:
    ///   - quantum: the step that values are rounded to.
    ///   - lossless: whether values that are no multiples of the quantum keep all their bits.
    static func encode(
        _ values: [Double], quantum: Double, lossless: Bool, allowConstant: Bool, into writer: inout ByteWriter
    ) {
        if allowConstant, let first = values.first, values.allSatisfy({ $0 == first }) {
            writer.byte(Form.constant.rawValue)
            writer.double(lossless ? first : rounded(first, quantum))
            return
        }
        guard let multiples = multiples(values, quantum, lossless) else {
            writer.byte(Form.floats.rawValue)
            writer.doubles(values)
            return
        }
        let first = differences(multiples)
        let second = differences(first)
        func size(_ numbers: [Int64]) -> Int { numbers.reduce(0) { $0 + ByteWriter.size(ofSigned: $1) } }
        let useSecond = size(second) < size(first)
        writer.byte((useSecond ? Form.secondDifferences : Form.firstDifferences).rawValue)
        writer.double(quantum)
        for number in useSecond ? second : first { writer.signed(number) }
    }

    static func decode(
        count: Int, allowConstant: Bool, from reader: inout ByteReader
    ) throws(InkError) -> [Double] {
        guard let form = Form(rawValue: try reader.byte()), allowConstant || form != .constant else {
            throw InkError(.corrupt, "The ink is damaged at byte \(reader.position): a channel has an unknown form.")
        }
        var values: [Double] = []
        switch form {
        case .constant:
            values = Array(repeating: try reader.finite(), count: count)
        case .floats:
            values = try reader.finite(count: count)
        case .firstDifferences, .secondDifferences:
            let quantum = try reader.finite()
            try reader.require(count, of: 1)
            values.reserveCapacity(count)
            var (value, slope): (Int64, Int64) = (0, 0)
            for _ in 0..<count {
                if form == .firstDifferences { slope = try reader.signed() } else { slope &+= try reader.signed() }
                value &+= slope
                values.append(Double(value) * quantum)
            }
        }
        return values
    }

    private static func rounded(_ value: Double, _ quantum: Double) -> Double { (value / quantum).rounded() * quantum }

    /// The values as multiples of the quantum; nil when they do not fit, or are no multiples and must be.
    private static func multiples(_ values: [Double], _ quantum: Double, _ lossless: Bool) -> [Int64]? {
        var multiples: [Int64] = []
        multiples.reserveCapacity(values.count)
        for value in values {
            let multiple = (value / quantum).rounded()
            guard multiple.magnitude < largestMultiple, !lossless || multiple * quantum == value else { return nil }
            multiples.append(Int64(multiple))
        }
        return multiples
    }

    private static func differences(_ values: [Int64]) -> [Int64] {
        var previous: Int64 = 0
        return values.map { value in
            defer { previous = value }
            return value &- previous
        }
    }
}
