// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

extension PDFObject {
    /// The IDs of the objects that an array references, in order. The objects are not resolved, and direct items are
    /// skipped.
    ///
    /// The text of the array is parsed in one pass, because libqpdf needs several calls for each item.
    var references: [ObjectID] {
        guard isArray, let text = try? unparsedResolved() else { return [] }
        return text.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var found: [ObjectID] = []
            var depth = 0
            var numbers: (CInt?, CInt?) = (nil, nil)
            while let token = tokens.next() {
                switch token.kind {
                case .open: depth += 1
                case .close: depth -= 1
                case .number where depth == 1:
                    numbers = (numbers.1, CInt(bytes[token.start..<token.end]))
                    continue
                case .word where depth == 1 && token.end == token.start + 1 && bytes[token.start] == UInt8(ascii: "R"):
                    if let number = numbers.0, let generation = numbers.1 {
                        found.append(ObjectID(number: number, generation: generation))
                    }
                default: break
                }
                numbers = (nil, nil)
            }
            return found
        }
    }
}

extension CInt {
    /// Makes a number from ASCII digits; nil if there are other characters or if the number is too large.
    fileprivate init?(_ digits: Slice<UnsafeBufferPointer<UInt8>>) {
        var value = 0
        for digit in digits {
            guard (48...57).contains(digit), value <= CInt.max else { return nil }
            value = value * 10 + Int(digit - 48)
        }
        self.init(exactly: value)
    }
}
