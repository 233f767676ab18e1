// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells apart what Limn says about a document, and what libraries say about it.
///
/// Libraries report what they met in a file, and not what it means for the result. Their messages are no warnings.
package enum LibraryText {
    /// The beginning of Limn's own lines among those that libraries print.
    package static let mark = "limn: "

    /// How messages of libraries begin that could be taken for sentences.
    private static let beginnings = [
        "Syntax ", "Internal ", "Config ", "Command Line ", "I/O ", "Permission ", "Unimplemented ", "Unknown ",
        "Fontconfig ", "Pango", "GLib", "Poppler", "JPEG", "Invalid ", "document", "limn-virtual-file:",
    ]

    /// Returns Limn's own sentence in a message; nil if it is from a library.
    package static func ownSentence(in message: String) -> String? {
        if message.hasPrefix(mark) { return String(message.dropFirst(mark.count)) }
        guard let first = message.first, first.isUppercase, message.hasSuffix("."),
            !beginnings.contains(where: { message.hasPrefix($0) })
        else { return nil }
        return message
    }
}
