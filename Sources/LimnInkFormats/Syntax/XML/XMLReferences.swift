// SPDX-License-Identifier: Apache-2.0

/// Resolves character references such as `&#65;` and `&#x41;`, and the five predefined entities such as `&amp;`.
enum XMLReferences {
    private static let ampersand = UInt8(ascii: "&")
    private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// Returns whether a text contains references.
    static func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool { text.contains(ampersand) }

    /// Returns a text with all references replaced; nil if any reference is undefined.
    static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text[...]
        while let start = rest.firstIndex(of: ampersand) {
            output.append(contentsOf: rest[..<start])
            // 16 bytes are enough for the longest reference, `&#x10FFFF;`, with a few leading zeros.
            let window = rest[(start + 1)...].prefix(16)
            guard let end = window.firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: window[..<end], as: UTF8.self))
            else { return nil }
            output.append(contentsOf: UTF8.encode(scalar)!)
            rest = rest[(end + 1)...]
        }
        output.append(contentsOf: rest)
        return output
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", digits.first != "-",
            let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init),
            scalar.value >= 32 || [9, 10, 13].contains(scalar.value)
        else { return nil }
        return scalar
    }
}
