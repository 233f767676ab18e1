// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

extension AffineTransform {
    /// Reads a transform: the fields 1…6 hold a, b, c, d, tx, ty.
    ///
    /// Nil when the bytes are anything else: fields are missing, occur twice or hold no usable number. In the `wrd` form the
    /// same field can hold a polygon, whose length is a multiple of 8; a transform has 30 bytes.
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
        guard isTransform, numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= UsableRange.farthest }) else {
            return nil
        }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
}
