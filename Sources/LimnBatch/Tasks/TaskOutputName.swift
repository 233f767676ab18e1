// SPDX-License-Identifier: GPL-3.0-or-later

/// A name for people: a path below a folder that somebody chooses, and never outside it.
public struct TaskOutputName: Hashable, Sendable, Codable {
    /// The path, with `/` between its parts.
    public let text: String

    /// The most bytes of a name, and of one of its parts.
    private static let limit = 4000
    private static let partLimit = 250

    /// Checks a name.
    ///
    /// - Returns: nil for an empty or absolute one, one with a part that is empty, `.` or `..`, one with a control
    ///   character, and one that is too long.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard !text.isEmpty, text.utf8.count <= Self.limit,
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= Self.partLimit }),
            text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { return nil }
        self.text = text
    }

    /// Makes a name from bytes: what is not UTF-8, `..` and control characters are replaced by `_`.
    init?(cleaning path: String) {
        let parts = path.split(separator: "/").filter { $0 != "." }.map { part -> String in
            if part == ".." { return "_" }
            let safe = part.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "_" : Character($0) }
            return String(safe)
        }
        self.init(parts.joined(separator: "/"))
    }

    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let name = TaskOutputName(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "The name leads elsewhere."))
        }
        self = name
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(text)
    }

    /// The name for a page.
    ///
    /// - Parameter number: the page's number as the renderer padded it; nil where there is none.
    func name(page number: String?) -> String {
        guard let number else { return text.replacing("{page}", with: "") }
        return text.replacing("{page}", with: number)
    }
}
