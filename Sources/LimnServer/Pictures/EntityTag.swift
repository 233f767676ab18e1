// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The entity tag of a representation (RFC 9110, 8.8.3), for `If-None-Match` conditions (13.1.2).
struct EntityTag: Sendable {
    /// The tag with its quotation marks.
    let text: String

    /// Creates a tag of a representation that is the same for everyone, such as a file of the studio.
    ///
    /// - Parameter content: the value of the tag, in visible ASCII without quotation marks.
    init(shared content: String) { text = "\"\(content)\"" }

    /// Creates a tag of a representation that was made for a recipient.
    ///
    /// - Parameter content: the value of the tag, in visible ASCII without quotation marks.
    init(_ content: String, for recipient: Recipient) { text = "\"\(content)-\(recipient.tag)\"" }

    /// Returns whether a client already has this representation.
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
