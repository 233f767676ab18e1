// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import Foundation

/// A program of a PostScript calculator function (ISO 32000-2, 7.10.5).
struct CalculatorProgram {
    private indirect enum Step {
        case number(Double)
        case unary(@Sendable (Double) -> Double)
        case binary(@Sendable (Double, Double) -> Double)
        case word(String)
        case branch([Step], [Step])
    }

    private let steps: [Step]

    /// The limits on the nesting of braces, on the number of words, and on the stack.
    private static let depthLimit = 16, wordLimit = 10_000, stackLimit = 100

    /// Reads a program; nil if it is malformed or too large.
    init?(_ text: [UInt8]) {
        var open: [[Step]] = []
        // The procedures that were closed and are not yet used by `if` or `ifelse`.
        var closed: [[Step]] = []
        for (index, word) in Self.words(text).enumerated() {
            guard index < Self.wordLimit else { return nil }
            switch word {
            case "{":
                guard open.count < Self.depthLimit else { return nil }
                open.append([])
            case "}":
                guard let done = open.popLast() else { return nil }
                if open.isEmpty {
                    steps = done
                    return
                }
                closed.append(done)
            case "if":
                guard let then = closed.popLast(), !open.isEmpty else { return nil }
                open[open.count - 1].append(.branch(then, []))
            case "ifelse":
                guard let other = closed.popLast(), let then = closed.popLast(), !open.isEmpty else { return nil }
                open[open.count - 1].append(.branch(then, other))
            default:
                guard !open.isEmpty else { return nil }
                open[open.count - 1].append(Self.step(word))
            }
        }
        return nil
    }

    private static func words(_ text: [UInt8]) -> [String] {
        let lines = text.split { $0 == 10 || $0 == 13 }.map { $0.prefix { $0 != UInt8(ascii: "%") } }
        let spaced = lines.joined(separator: [32]).flatMap { byte -> [UInt8] in
            byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") ? [32, byte, 32] : [byte]
        }
        return spaced.split { ByteClass($0) == .space }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the stack after the program has run. A program that fails leaves what it has.
    func run(_ input: [Double]) -> [Double] {
        var stack = input
        // Each branch runs after the steps before it; the pending steps are on a list instead of the call stack.
        var pending: [ArraySlice<Step>] = [steps[...]]
        while var current = pending.popLast() {
            guard let step = current.popFirst() else { continue }
            pending.append(current)
            switch step {
            case .number(let number): stack.append(number)
            case .branch(let then, let other):
                guard let condition = stack.popLast() else { return stack }
                pending.append((condition != 0 ? then : other)[...])
            case .unary(let function):
                guard let x = stack.last else { return stack }
                stack[stack.count - 1] = function(x)
            case .binary(let function):
                guard stack.count >= 2 else { return stack }
                let y = stack.removeLast()
                stack[stack.count - 1] = function(stack[stack.count - 1], y)
            case .word(let word): guard Self.apply(word, &stack) else { return stack }
            }
            guard stack.count <= Self.stackLimit else { return stack }
        }
        return stack
    }

    /// Runs an operator; returns false if it is unknown or its operands are missing.
    private static func apply(_ word: String, _ stack: inout [Double]) -> Bool {
        switch word {
        case "true": stack.append(1)
        case "false": stack.append(0)
        case "pop": return stack.popLast() != nil
        case "dup":
            guard let last = stack.last else { return false }
            stack.append(last)
        case "exch":
            guard stack.count >= 2 else { return false }
            stack.swapAt(stack.count - 1, stack.count - 2)
        case "copy":
            guard let count = count(&stack), count <= stack.count, stack.count + count <= stackLimit else {
                return false
            }
            stack += stack.suffix(count)
        case "index":
            guard let place = count(&stack), place < stack.count else { return false }
            stack.append(stack[stack.count - 1 - place])
        case "roll":
            guard let by = stack.popLast(), let count = count(&stack), count <= stack.count, abs(by) < 1e6 else {
                return false
            }
            guard count > 0 else { return true }
            let part = Array(stack.suffix(count))
            let shift = ((Int(clamping: by) % count) + count) % count
            stack.removeLast(count)
            stack += part.suffix(shift) + part.dropLast(shift)
        default: return false
        }
        return true
    }

    private static func count(_ stack: inout [Double]) -> Int? {
        guard let number = stack.popLast(), number >= 0, number <= Double(stackLimit) else { return nil }
        return Int(clamping: number)
    }

    private static func integer(_ x: Double) -> Int { Int(clamping: max(-2e9, min(2e9, x))) }

    private static func step(_ word: String) -> Step {
        if let number = Double(word) { return .number(number) }
        if let function = unary(word) { return .unary(function) }
        if let function = binary(word) { return .binary(function) }
        return .word(word)
    }

    private static func unary(_ word: String) -> (@Sendable (Double) -> Double)? {
        switch word {
        case "abs": return { abs($0) }
        case "neg": return { -$0 }
        case "ceiling": return { $0.rounded(.up) }
        case "floor": return { $0.rounded(.down) }
        case "round": return { ($0 + 0.5).rounded(.down) }
        case "truncate", "cvi": return { $0.rounded(.towardZero) }
        case "cvr": return { $0 }
        case "sqrt": return { $0 < 0 ? 0 : $0.squareRoot() }
        case "sin": return { sin($0 * .pi / 180) }
        case "cos": return { cos($0 * .pi / 180) }
        case "ln": return { $0 > 0 ? log($0) : 0 }
        case "log": return { $0 > 0 ? log10($0) : 0 }
        case "not": return { $0 == 0 || $0 == 1 ? 1 - $0 : Double(~integer($0)) }
        default: return nil
        }
    }

    private static func binary(_ word: String) -> (@Sendable (Double, Double) -> Double)? {
        switch word {
        case "add": return { $0 + $1 }
        case "sub": return { $0 - $1 }
        case "mul": return { $0 * $1 }
        case "div": return { $1 == 0 ? 0 : $0 / $1 }
        case "idiv": return { integer($1) == 0 ? 0 : Double(integer($0) / integer($1)) }
        case "mod": return { integer($1) == 0 ? 0 : Double(integer($0) % integer($1)) }
        case "exp": return { raised($0, to: $1) }
        case "atan": return { degrees(atan2($0, $1)) }
        case "eq": return { $0 == $1 ? 1 : 0 }
        case "ne": return { $0 != $1 ? 1 : 0 }
        case "gt": return { $0 > $1 ? 1 : 0 }
        case "ge": return { $0 >= $1 ? 1 : 0 }
        case "lt": return { $0 < $1 ? 1 : 0 }
        case "le": return { $0 <= $1 ? 1 : 0 }
        case "and": return { Double(integer($0) & integer($1)) }
        case "or": return { Double(integer($0) | integer($1)) }
        case "xor": return { Double(integer($0) ^ integer($1)) }
        case "bitshift": return { shifted($0, $1) }
        default: return nil
        }
    }

    private static func shifted(_ value: Double, _ by: Double) -> Double {
        if abs(by) > 31 { return 0 }
        return Double(by < 0 ? integer(value) >> integer(-by) : integer(value) << integer(by))
    }

    private static func degrees(_ angle: Double) -> Double {
        let degrees = angle * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

/// Returns a power; 0 where it is not defined.
func raised(_ base: Double, to exponent: Double) -> Double {
    let result = pow(base, exponent)
    return result.isFinite ? result : 0
}
