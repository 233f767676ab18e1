// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the name that was probably meant by a misspelt one.
package enum Similarity {
    /// Returns the name closest to a folded text: the one with the fewest letters to insert, delete, replace or swap;
    /// nil if more than a third of the letters differ.
    package static func closest(to text: String, among names: [String]) -> String? {
        let letters = Array(text.unicodeScalars)
        let limit = max(1, letters.count / 3)
        guard letters.count > 2, letters.count <= 100 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let other = Array(name.foldedForSearch.unicodeScalars)
            guard abs(other.count - letters.count) <= limit else { continue }
            let distance = distance(letters, other)
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var (before, last) = ([Int](), Array(0...b.count))
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
