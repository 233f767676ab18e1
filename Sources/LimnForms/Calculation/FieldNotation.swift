// SPDX-License-Identifier: Apache-2.0

/// An expression in simplified field notation, such as `price * amount + shipping\ cost`.
///
/// It supports `+ - * /`, parentheses, numbers and field names. A backslash escapes characters of a name that are not
/// letters, digits, periods or underscores.
struct FieldNotation: Equatable {
    /// A step of the calculation in postfix order. The stack is an array, so deep nesting cannot overflow the call
    /// stack.
    private enum Step: Equatable {
        case number(Double)
        case field(String)
        case add, subtract, multiply, divide, negate, open

        /// The precedence of the operator; nil for other steps.
        var rank: Int? {
            switch self {
            case .add, .subtract: 1
            case .multiply, .divide: 2
            case .negate: 3
            default: nil
            }
        }
    }

    /// The steps in order of evaluation.
    private var steps: [Step] = []

    /// The names of the fields, repeated as often as they occur.
    var names: [String] { steps.compactMap { if case .field(let name) = $0 { name } else { nil } } }

    /// Parses an expression with Dijkstra's shunting-yard algorithm; nil if the text is not a valid expression.
    init?(_ text: String) {
        guard text.utf8.count <= 1 << 20 else { return nil }
        var waiting: [Step] = []
        var needsValue = true
        var rest = Array(text.unicodeScalars)[...]
        while let next = rest.first {
            if next.properties.isWhitespace {
                rest = rest.dropFirst()
                continue
            }
            if let operation = Self.operators[next] {
                rest = rest.dropFirst()
                if needsValue {
                    // A unary sign. A plus has no effect.
                    guard operation == .subtract || operation == .add else { return nil }
                    if operation == .subtract { waiting.append(.negate) }
                } else {
                    push(operation, &waiting)
                    needsValue = true
                }
            } else if next == "(" {
                guard needsValue else { return nil }
                rest = rest.dropFirst()
                waiting.append(.open)
            } else if next == ")" {
                guard !needsValue, close(&waiting) else { return nil }
                rest = rest.dropFirst()
            } else {
                guard needsValue, let operand = Self.takeOperand(&rest) else { return nil }
                steps.append(operand)
                needsValue = false
            }
        }
        guard !needsValue else { return nil }
        while let last = waiting.popLast() {
            guard last != .open else { return nil }
            steps.append(last)
        }
    }

    private static let operators: [Unicode.Scalar: Step] = [
        "+": .add, "-": .subtract, "*": .multiply, "/": .divide, "\u{2212}": .subtract, "\u{d7}": .multiply,
    ]

    private mutating func push(_ operation: Step, _ waiting: inout [Step]) {
        while let last = waiting.last, let rank = last.rank, rank >= operation.rank ?? 0 {
            steps.append(last)
            waiting.removeLast()
        }
        waiting.append(operation)
    }

    private mutating func close(_ waiting: inout [Step]) -> Bool {
        while let last = waiting.popLast() {
            if last == .open { return true }
            steps.append(last)
        }
        return false
    }

    private static func takeOperand(_ rest: inout ArraySlice<Unicode.Scalar>) -> Step? {
        var name = String.UnicodeScalarView()
        var isEscaped = false
        while let next = rest.first {
            if next == "\\" {
                guard rest.count > 1 else { return nil }
                name.append(rest[rest.startIndex + 1])
                isEscaped = true
                rest = rest.dropFirst(2)
            } else if next.properties.isAlphabetic || next.properties.numericType != nil
                || "._#[]$:".unicodeScalars.contains(next)
                || next.value > 0x2000 && operators[next] == nil
            {
                name.append(next)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard !name.isEmpty else { return nil }
        let text = String(name)
        let isNumber = !isEscaped && name.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        if isNumber, let number = DecimalNumber.whole(text)?.double { return .number(number) }
        return .field(text)
    }

    /// Returns the value of the expression, rounded to 15 significant digits, so that 0.1 + 0.2 is 0.3; nil if it is
    /// not finite, such as after a division by zero.
    ///
    /// - Parameter number: Returns the number in a field, 0 if it has none.
    func value(_ number: (String) -> Double) -> Double? {
        var stack: [Double] = []
        for step in steps {
            switch step {
            case .number(let value): stack.append(value)
            case .field(let name): stack.append(number(name))
            case .negate:
                guard let value = stack.popLast() else { return nil }
                stack.append(-value)
            case .add, .subtract, .multiply, .divide:
                guard let b = stack.popLast(), let a = stack.popLast() else { return nil }
                switch step {
                case .add: stack.append(a + b)
                case .subtract: stack.append(a - b)
                case .multiply: stack.append(a * b)
                default: stack.append(a / b)
                }
            case .open: return nil
            }
        }
        return stack.last.flatMap { DecimalNumber($0)?.rounded(significant: 15).double }
    }
}
