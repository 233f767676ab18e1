// SPDX-License-Identifier: Apache-2.0

/// Builds XML as UTF-8: what is written is well-formed as long as elements end in turn.
struct XMLWriter {
    /// The file so far.
    private(set) var bytes: [UInt8]

    /// Begins a file with an XML declaration.
    init(declaration: String = #"<?xml version="1.0" encoding="UTF-8"?>"#) { bytes = Array("\(declaration)\n".utf8) }

    /// Begins a part of a file.
    init(part: Void) { bytes = [] }

    /// Adds bytes that are XML already.
    mutating func raw(_ xml: some Sequence<UInt8>) { bytes.append(contentsOf: xml) }
    /// Adds text that is XML already.
    mutating func raw(_ xml: String) { bytes.append(contentsOf: xml.utf8) }

    /// Begins a start tag: attributes follow, then ``open()`` or ``empty()``.
    mutating func start(_ name: String) { raw("<\(name)") }
    /// Adds an attribute to the start tag.
    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        text(value)
        bytes.append(UInt8(ascii: "\""))
    }
    /// Adds an attribute to the start tag, its value written by a closure that needs no escapes.
    mutating func attribute(_ name: String, _ value: (inout [UInt8]) -> Void) {
        raw(" \(name)=\"")
        value(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }
    /// Ends a start tag; content follows.
    mutating func open() { bytes.append(UInt8(ascii: ">")) }
    /// Ends a start tag of an element without content.
    mutating func empty() { raw("/>\n") }
    /// Ends an element.
    mutating func end(_ name: String) { raw("</\(name)>\n") }

    /// Adds content written by a closure that needs no escapes.
    mutating func content(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

    /// Adds text, escaped for elements and attributes alike. Characters that XML 1.0 cannot hold are left out.
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
