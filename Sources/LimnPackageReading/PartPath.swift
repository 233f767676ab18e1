// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for paths in a package, so that every system can unpack all entries to separate files below one folder.
enum PartPath {
    /// The maximum length in bytes.
    static let maximumLength = 200

    /// Checks a path: names separated by `/`, of ASCII letters, digits, `.`, `-` and `_`, without a dot at either end.
    ///
    /// - Returns: the problem as a clause that follows the path in an error message; nil if there is none.
    static func problem(with path: [UInt8]) -> String? {
        guard !path.isEmpty, path.count <= maximumLength else { return "has a name of \(path.count) bytes" }
        guard path.allSatisfy({ isPlain($0) || $0 == slash }) else {
            return "has characters in its name that are not allowed"
        }
        for name in path.split(separator: slash, omittingEmptySubsequences: false) {
            if name.isEmpty || name.first == dot || name.last == dot { return "has an unsafe name" }
        }
        return nil
    }

    /// Returns the first path that collides with another on a case-insensitive file system, because both are equal or
    /// one is a parent folder of the other; nil if there is none.
    static func collision(among paths: [String]) -> String? {
        var files: Set<String> = []
        for path in paths where !files.insert(path.lowercased()).inserted { return path }
        for path in paths {
            var folder = path.lowercased()[...]
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                if files.contains(String(folder)) { return path }
            }
        }
        return nil
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), dot, UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
