// SPDX-License-Identifier: GPL-3.0-or-later

/// Which paths a package's entries may have: such as every system can unpack, each to a file of its own below one folder.
enum PartPath {
    /// The longest path in bytes.
    static let maximumLength = 200

    /// Why a path is refused, as the end of a sentence that begins with it; nil where it is not.
    ///
    /// Paths consist of names with `/` between them; names of letters, digits, `.`, `-` and `_` of ASCII, neither beginning nor
    /// ending with a dot.
    static func problem(with path: [UInt8]) -> String? {
        guard !path.isEmpty, path.count <= maximumLength else { return "has a name of \(path.count) bytes" }
        guard path.allSatisfy({ isPlain($0) || $0 == slash }) else {
            return "has letters in its name that are not plain"
        }
        for name in path.split(separator: slash, omittingEmptySubsequences: false) {
            if name.isEmpty || name.first == dot || name.last == dot { return "has a name that leads elsewhere" }
        }
        return nil
    }

    /// The first of several paths that cannot be a file beside the others where case does not matter: it has the name of
    /// another, or of a folder that another lies in.
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
