// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

extension AffineTransform {
    /// Reads a transform from fields 1…6: a, b, c, d, tx and ty. Returns nil if a field is missing, repeated or
    /// unusable.
    ///
    /// In the `wrd` format, the same field may contain a polygon. The length of a polygon is a multiple of 8 bytes,
    /// while a transform has 30 bytes.
    init?(pencilKit message: ProtobufMessage) {
        var values = [Double?](repeating: nil, count: 6)
        var isTransform = message.range.count == 30
        guard isTransform else { return nil }
        do {
            try message.forEachField { field throws(InkFormatError) in
                if 1...6 ~= field.number { values[field.number - 1] = try field.float() } else { isTransform = false }
            }
        } catch { return nil }
        let numbers = values.compactMap { $0 }
        guard isTransform, numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate })
        else {
            return nil
        }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
}
