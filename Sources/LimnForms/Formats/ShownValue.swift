// SPDX-License-Identifier: Apache-2.0

/// A value as viewers show it. The value itself stays as it is in the document.
public struct ShownValue: Equatable, Sendable, Codable {
    /// Why a value does not suit its format.
    public enum Problem: String, Sendable, Codable {
        /// The value has no number where one is wanted. Nothing is shown.
        case notANumber
        /// The value has a number at its start and something else behind it, such as a sign of a currency or a second
        /// separator. Only the number at its start is shown.
        case notOnlyANumber
        /// The value is no date, or no time, that the format can show. It is shown as it is.
        case notADate
        /// The mask has no place for all digits of the value. Only the first ones are shown.
        case tooManyDigits
        /// A script that Limn does not know makes the text. The value is shown as it is.
        case unknownFormat
    }

    /// The text that is painted.
    public var text: String
    /// Whether the text is red, whatever the field's colour is.
    public var isRed: Bool
    /// Why the value does not suit its format; nil if it does.
    public var problem: Problem?

    /// Makes a shown value.
    public init(text: String, isRed: Bool = false, problem: Problem? = nil) {
        self.text = text
        self.isRed = isRed
        self.problem = problem
    }
}

extension ShownValue.Problem {
    /// A sentence about a value.
    public func sentence(about value: String) -> String {
        switch self {
        case .notANumber: "\(value.quoted) is not a number."
        case .notOnlyANumber:
            "\(value.quoted) is not a plain number. Write digits and one decimal point, without signs of currencies and "
                + "without separators between thousands."
        case .notADate: "\(value.quoted) is not a date or time that the field's format can show. It is shown as it is."
        case .tooManyDigits: "\(value.quoted) has more digits than the field shows."
        case .unknownFormat:
            "A script that is not known formats this field, so \(value.quoted) is shown as it is."
        }
    }
}
