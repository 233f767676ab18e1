// SPDX-License-Identifier: Apache-2.0

/// Writes XML as UTF-8. The caller must balance start and end tags.
struct XMLWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8]

    /// Starts a file with an XML declaration.
    init(declaration: String = #"<?xml version="1.0" encoding="UTF-8"?>"#) { bytes = Array("\(declaration)\n".utf8) }

    /// Starts a fragment without an XML declaration.
    init(part: Void) { bytes = [] }

    /// Adds raw XML.
    mutating func raw(_ xml: some Sequence<UInt8>) { bytes.append(contentsOf: xml) }
    /// Adds raw XML.
    mutating func raw(_ xml: String) { bytes.append(contentsOf: xml.utf8) }

    /// Starts a start tag. Attributes may follow, then ``open()`` or ``empty()``.
    mutating func start(_ name: String) { raw("<\(name)") }
    /// Adds an attribute to the start tag.
    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        text(value)
        bytes.append(UInt8(ascii: "\""))
    }
    /// Adds an attribute with a value that a closure writes. The value is not escaped.
    mutating func attribute(_ name: String, _ value: (inout [UInt8]) -> Void) {
        raw(" \(name)=\"")
        value(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }
    /// Ends a start tag. Content may follow.
    mutating func open() { bytes.append(UInt8(ascii: ">")) }
    /// Ends the tag of an element without content.
    mutating func empty() { raw("/>\n") }
    /// Writes an end tag.
    mutating func end(_ name: String) { raw("</\(name)>\n") }

    /// Adds content that a closure writes. The content is not escaped.
    mutating func content(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

    /// Adds text with the escapes for elements and attributes. Characters that XML 1.0 does not allow are omitted.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "\t", "\n", "\r": raw("&#\(scalar.value);")
            case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": break
            default: raw(UTF8.encode(scalar).map(Array.init) ?? [])
            }
        }
    }
}
