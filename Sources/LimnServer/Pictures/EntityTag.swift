// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The tag of a representation, and the conditions that name it (RFC 9110, 8.8.3 and 13.1.2).
struct EntityTag: Sendable {
    /// The tag with its quotation marks.
    let text: String

    /// - Parameter content: what the tag stands for, in visible ASCII without quotation marks.
    init(_ content: String) { text = "\"\(content)\"" }

    /// Whether a client has this representation already.
    func isKnown(to request: Request) -> Bool {
        guard let given = request.headers[.ifNoneMatch] else { return false }
        return given.split(separator: ",").contains { part in
            var tag = part.drop { $0 == " " || $0 == "\t" }
            while tag.last == " " || tag.last == "\t" { tag.removeLast() }
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == text[...] || tag == "*"
        }
    }
}
