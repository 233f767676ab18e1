// SPDX-License-Identifier: Apache-2.0

/// The version 1 format of a channel: a constant, 64-bit floats, or first or second differences of multiples of a
/// quantum.
enum Version1Channel {
    private enum Form: UInt8 { case constant = 0, floats = 1, firstDifferences = 2, secondDifferences = 3 }

    static func decode(
        count: Int, allowConstant: Bool, from reader: inout ByteReader
    ) throws(InkError) -> [Double] {
        guard let form = Form(rawValue: try reader.byte()), allowConstant || form != .constant else {
            throw reader.damaged("a channel has an unknown form")
        }
        switch form {
        case .constant: return Array(repeating: try reader.finite(), count: count)
        case .floats: return try reader.doubles(count: count)
        case .firstDifferences, .secondDifferences:
            let quantum = try reader.finite()
            try reader.require(count, of: 1)
            var values: [Double] = []
            values.reserveCapacity(count)
            var (value, slope): (Int64, Int64) = (0, 0)
            for _ in 0..<count {
                if form == .firstDifferences { slope = try reader.signed() } else { slope &+= try reader.signed() }
                value &+= slope
                values.append(Double(value) * quantum)
            }
            return values
        }
    }
}
