// SPDX-License-Identifier: Apache-2.0

/// A literal argument of a call in a script.
enum ScriptLiteral: Equatable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case null
    case list([ScriptLiteral])

    /// The number. Like viewers, it converts numeric texts and truth values.
    var number: Double? {
        switch self {
        case .number(let value): value
        case .text(let text): DecimalNumber.whole(text)?.double
        case .flag(let value): value ? 1 : 0
        case .null, .list: nil
        }
    }

    /// Returns the number if it is an integer in the range, else nil.
    func integer(in range: ClosedRange<Int>) -> Int? {
        number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }

    /// Whether the value is true in JavaScript.
    var isTrue: Bool {
        switch self {
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): !text.isEmpty
        case .flag(let value): value
        case .null: false
        case .list: true
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
}
