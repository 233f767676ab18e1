// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Handwriting that was read with certainty, as a library keeps it, without anything that reads.
public struct ReadWords {
    /// What the line says.
    public var text: String
    /// The upper edge in points. The line begins 10 points from the left, and each letter is 8 points wide and 12 high.
    public var y: Double
    /// Whether its layer is for the game master.
    public var isSecret: Bool

    /// Makes a line.
    public init(_ text: String, y: Double, isSecret: Bool = false) {
        (self.text, self.y, self.isSecret) = (text, y, isSecret)
    }

    /// A value that the ink in a field may say.
    public struct Offer {
        let (field, value, certainty, other, isSecret): (String, String, Double, String?, Bool)

        /// Makes an offer for a text field.
        ///
        /// - Parameters:
        ///   - certainty: how sure it is, 0…1.
        ///   - other: another value that has the rest of the certainty; nil for none.
        ///   - isSecret: whether its layer is for the game master.
        public init(
            _ field: String, _ value: String, certainty: Double = 1, other: String? = nil, isSecret: Bool = false
        ) {
            (self.field, self.value, self.certainty, self.other, self.isSecret) = (
                field, value, certainty, other, isSecret
            )
        }
    }

    /// Returns the reading of a page with lines.
    ///
    /// - Parameters:
    ///   - offers: what the ink in fields says.
    ///   - template: the id of the template with these fields.
    public static func reading(_ lines: [ReadWords], offers: [Offer] = [], template: String? = nil) -> [UInt8] {
        let members = lines.map { line -> [String: Any] in
            let box = [10, line.y, 10 + 8 * Double(line.text.count), line.y + 12]
            let phrase: [String: Any] = ["lattice": Data(line.lattice).base64EncodedString(), "box": box, "angle": 0]
            return ["text": line.text, "box": box, "isSecret": line.isSecret, "phrases": [phrase]]
        }
        let fields = offers.map { offer -> [String: Any] in
            let guesses: [[String: Any]] =
                [["value": offer.value, "certainty": offer.certainty]]
                + (offer.other.map { [["value": $0, "certainty": 1 - offer.certainty]] } ?? [])
            return [
                "name": offer.field, "kind": "text", "box": [10, 10, 40, 30], "isSecret": offer.isSecret,
                "guesses": guesses,
            ]
        }
        var kept: [String: Any] = ["lines": members, "fields": fields]
        kept["template"] = template
        let json = try? JSONSerialization.data(withJSONObject: kept)
        return Array(json ?? Data())
    }

    /// A lattice in which each letter is certain, and a step without a letter stands behind it.
    private var lattice: [UInt8] {
        let text = text.lowercased()
        let letters = Array(Set(text.unicodeScalars)).sorted { $0.value < $1.value }
        var bytes: [UInt8] = [1, UInt8(letters.count)]
        for letter in letters { bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: letter.value >> $0) } }
        for letter in text.unicodeScalars { bytes += [1, 112, UInt8(letters.firstIndex(of: letter) ?? 0), 0, 128] }
        return bytes
    }
}
