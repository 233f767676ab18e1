// SPDX-License-Identifier: Apache-2.0

/// Writes a value as JSON (RFC 8259), with the members of objects in their order.
public struct JSONText: Sendable {
    /// The text, with a line for each member and element, and a line feed at the end.
    public private(set) var text = ""

    /// Writes a value. What cannot be read in it becomes null.
    public init(_ value: DataValue) {
        write(value, indent: "")
        text += "\n"
    }

    private mutating func write(_ value: DataValue, indent: String) {
        switch value {
        case .null, .invalid: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .number(let digits): text += digits
        case .text(let words): quote(words)
        case .list(let values):
            lines(values.map { (nil, $0) }, "[", "]", indent)
        case .object(let members):
            lines(members.map { ($0.key, $0.value) }, "{", "}", indent)
        }
    }

    private mutating func lines(
        _ parts: [(key: String?, value: DataValue)], _ open: String, _ close: String, _ indent: String
    ) {
        guard !parts.isEmpty else {
            text += open + close
            return
        }
        text += open + "\n"
        for (index, part) in parts.enumerated() {
            text += indent + "  "
            if let key = part.key {
                quote(key)
                text += ": "
            }
            write(part.value, indent: indent + "  ")
            text += index + 1 < parts.count ? ",\n" : "\n"
        }
        text += indent + close
    }

    private mutating func quote(_ words: String) {
        text += "\""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
