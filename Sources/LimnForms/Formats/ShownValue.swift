// SPDX-License-Identifier: Apache-2.0

/// A value as viewers display it. The value in the document does not change.
public struct ShownValue: Equatable, Sendable, Codable {
    /// The reason why a value does not suit its format.
    public enum Problem: String, Sendable, Codable {
        /// The format requires a number, and the value does not start with one. Nothing is shown.
        case notANumber
        /// The value starts with a number, but more text follows, such as a currency sign or a second separator. Only
        /// the number is shown.
        case notOnlyANumber
        /// The value is not a date or time that the format can show. It is shown unchanged.
        case notADate
        /// The mask has too few places for the digits of the value. Only the first digits are shown.
        case tooManyDigits
        /// An unknown script formats the text. The value is shown unchanged.
        case unknownFormat
    }

    /// The displayed text.
    public var text: String
    /// Whether the text is red, regardless of the field's color.
    public var isRed: Bool
    /// The reason why the value does not suit its format; nil if it does.
    public var problem: Problem?

    /// Makes a shown value.
    public init(text: String, isRed: Bool = false, problem: Problem? = nil) {
        self.text = text
        self.isRed = isRed
        self.problem = problem
    }
}

extension ShownValue.Problem {
    /// Returns a sentence that describes the problem with a value.
    public func sentence(about value: String) -> String {
        switch self {
        case .notANumber: "\(value.quoted) is not a number."
        case .notOnlyANumber:
            "\(value.quoted) is not a plain number. Write digits and one decimal point, without signs of currencies and "
                + "without separators between thousands."
        case .notADate: "\(value.quoted) is not a date or time that the field's format can show. It is shown as it is."
        case .tooManyDigits: "\(value.quoted) has more digits than the field shows."
        case .unknownFormat:
            "An unknown script formats this field, so \(value.quoted) is shown as it is."
        }
    }
}
