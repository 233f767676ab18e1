// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the known name that is most similar to a misspelled name.
enum NearestName {
    /// Returns a message for an unknown name, with the most similar name if there is one.
    static func complaint(_ name: String, _ names: [String]) -> String {
        let name = String(name.prefix(60))
        let near = of(name, names, within: max(2, name.count / 3))
        return "There is no “\(name)”" + (near.map { "; “\($0)” is meant?" } ?? ".")
    }

    /// Returns the name with the smallest edit distance; nil if all distances exceed the limit.
    static func of(_ name: String, _ names: [String], within limit: Int) -> String? {
        names.map { ($0, distance(Array(name.utf8), Array($0.utf8))) }.filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }

    /// Returns the edit distance with insertions, deletions, replacements and transpositions of adjacent bytes (the
    /// restricted Damerau–Levenshtein distance). Texts of more than 100 bytes give Int.max.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        guard a.count <= 100, b.count <= 100 else { return Int.max }
        var rows = [Array(0...b.count)]
        for (i, x) in a.enumerated() {
            var row = [i + 1]
            for (j, y) in b.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
