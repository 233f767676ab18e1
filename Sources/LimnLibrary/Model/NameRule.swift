// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The rules for names and tags.
///
/// Names are trimmed and normalized to NFC. They need not be unique.
///
/// ```swift
/// let name = try NameRule.name.checked("  Maren Ashwick ")  // "Maren Ashwick"
/// ```
public struct NameRule: Sendable {
    /// The maximum length in characters (extended grapheme clusters).
    public let maximumLength: Int
    /// The maximum length in bytes of UTF-8. (One character can have any number of combining marks.)
    public let maximumByteCount: Int
    private let what: String

    /// Names of templates and characters: at most 200 characters and 1,000 bytes.
    public static let name = NameRule(maximumLength: 200, maximumByteCount: 1000, what: "name")
    /// Tags of characters: at most 50 characters and 250 bytes.
    public static let tag = NameRule(maximumLength: 50, maximumByteCount: 250, what: "tag")
    /// Returns what two tags have in common that count as one: they differ only in case and diacritics.
    package static func key(ofTag tag: String) -> String { tag.foldedForSearch }

    /// The maximum number of tags of a character.
    public static let maximumTagCount = 100

    /// Normalizes and checks a name.
    ///
    /// The name needs a visible character. It must not contain control characters, separators of lines or paragraphs,
    /// noncharacters, a byte-order mark, or characters that change the direction of the surrounding text.
    ///
    /// - Parameter text: the name as it was typed. White space around it is removed, and line feeds within it are
    ///   refused.
    /// - Returns: the name in the form in which libraries store it. Its length is within both limits.
    /// - Throws: ``LibraryError`` with `invalidName`. The description gives the reason and advice.
    public func checked(_ text: String) throws(LibraryError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !name.isEmpty else { throw error("is empty", "give at least one visible character") }
        if let scalar = name.unicodeScalars.first(where: Self.isForbidden) {
            let code = String(scalar.value, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
            throw error("has a control character (U+\(digits))", "leave it out")
        }
        guard name.unicodeScalars.contains(where: Self.isVisible) else {
            throw error("has no visible character", "give at least one")
        }
        guard name.count <= maximumLength else {
            throw error("has \(name.count) characters", "at most \(maximumLength) are allowed")
        }
        guard name.utf8.count <= maximumByteCount else {
            throw error("has \(name.utf8.count) bytes", "at most \(maximumByteCount) are allowed")
        }
        return name
    }

    /// Normalizes and checks tags, and removes duplicates, ignoring case and diacritics. The order is kept, and the
    /// first of several duplicates stays.
    ///
    /// - Returns: at most ``maximumTagCount`` tags.
    /// - Throws: ``LibraryError`` with `invalidName`.
    public static func checkedTags(_ tags: [String]) throws(LibraryError) -> [String] {
        var seen: Set<String> = []
        var kept: [String] = []
        for tag in tags {
            let checked = try NameRule.tag.checked(tag)
            if seen.insert(checked.foldedForSearch).inserted { kept.append(checked) }
        }
        guard kept.count <= maximumTagCount else {
            throw LibraryError(.invalidName, "There are \(kept.count) tags; at most \(maximumTagCount) are allowed.")
        }
        return kept
    }

    /// Returns tags with some added and others removed.
    ///
    /// - Parameters:
    ///   - tags: the present tags of a character.
    ///   - added: tags to add at the end, unless they are there already.
    ///   - removed: tags to remove first, compared without case and diacritics.
    /// - Throws: ``LibraryError`` with `invalidName`.
    static func changed(
        _ tags: [String], adding added: [String], removing removed: [String]
    ) throws(LibraryError) -> [String] {
        let gone = Set(removed.map { $0.precomposedStringWithCanonicalMapping.foldedForSearch })
        return try checkedTags(tags.filter { !gone.contains($0.foldedForSearch) } + added)
    }

    private func error(_ problem: String, _ advice: String) -> LibraryError {
        LibraryError(.invalidName, "The \(what) \(problem); \(advice).")
    }

    /// Returns whether a scalar is a control character, a line separator, a byte-order mark, a noncharacter, or one
    /// that changes the direction of surrounding text.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default:
            switch scalar.value {
            case 0x202a...0x202e, 0x2066...0x2069, 0x200e, 0x200f, 0x061c, 0xfeff: true
            default: scalar.properties.isNoncharacterCodePoint
            }
        }
    }

    /// Returns whether a scalar draws something, unlike spaces, format characters and unassigned code points.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .spaceSeparator, .unassigned: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
