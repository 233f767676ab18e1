// SPDX-License-Identifier: GPL-3.0-or-later

/// A readable name: a path relative to a folder, which never leads out of it.
///
/// Results are stored under the hashes of their contents. `merge` makes links with readable names to them; of two tasks
/// with the same name, the first in the list gets the link.
public struct TaskOutputName: Hashable, Sendable, Codable {
    /// The path, with `/` between its components.
    public let text: String

    /// The maximum length of a name, in bytes.
    private static let limit = 4000
    private static let partLimit = 250

    /// Creates a name from a path.
    ///
    /// - Returns: nil if the path is empty, absolute or too long, or has a control character or a component that is
    ///   empty, `.` or `..`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard !text.isEmpty, text.utf8.count <= Self.limit,
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= Self.partLimit }),
            text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { return nil }
        self.text = text
    }

    /// Creates a name from any text: `..` and control characters are replaced by `_`.
    init?(cleaning path: String) {
        let parts = path.split(separator: "/").filter { $0 != "." }.map { part -> String in
            if part == ".." { return "_" }
            let safe = part.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "_" : Character($0) }
            return String(safe)
        }
        self.init(parts.joined(separator: "/"))
    }

    /// Decodes a name.
    ///
    /// - Throws: `DecodingError` if the text is no such name.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let name = TaskOutputName(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The name is too long, or not a path inside the output folder."))
        }
        self = name
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(text)
    }

    /// Returns the name that another task gives to an output of this one; nil if the name is not one of this task's.
    func renamed(_ name: String, as other: TaskOutputName) -> String? {
        let sides = text.split(separator: "{page}", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return name == text ? other.name(page: nil) : nil }
        guard name.hasPrefix(sides[0]), name.hasSuffix(sides[1]),
            name.utf8.count >= sides[0].utf8.count + sides[1].utf8.count
        else { return nil }
        return other.name(page: String(name.dropFirst(sides[0].count).dropLast(sides[1].count)))
    }

    /// Returns the name for a page.
    ///
    /// - Parameter number: the page number as padded by the renderer; nil if there is none.
    func name(page number: String?) -> String {
        guard let number else { return text.replacing("{page}", with: "") }
        return text.replacing("{page}", with: number)
    }
}
