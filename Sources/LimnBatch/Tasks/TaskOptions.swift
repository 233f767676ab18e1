// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles

/// The options of a task, named like the command's long options without their hyphens: `dpi`, `pages`, `transparent`.
///
/// Values have the type that JSON has for them: numbers for sizes, true for flags, texts for the rest. They are checked
/// when the task is performed, not when they are decoded.
public struct TaskOptions: Hashable, Sendable, Codable {
    /// The values by name.
    public var values: [String: JSONValue]

    /// Creates options.
    public init(_ values: [String: JSONValue] = [:]) { self.values = values }

    /// Decodes an object.
    public init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: JSONValue].self)
    }

    /// Encodes an object.
    public func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(values)
    }

    /// Checks that all options are known.
    ///
    /// - Throws: ``BatchError`` with `invalid`, which names the first unknown option.
    func check(_ known: Set<String>) throws(BatchError) {
        if let other = values.keys.filter({ !known.contains($0) }).min() {
            throw BatchError(.invalid, "The operation has no option “\(String(other.prefix(40)))”.")
        }
    }

    /// Returns a flag; false if it is missing.
    func flag(_ name: String) throws(BatchError) -> Bool {
        switch values[name] {
        case nil: return false
        case .flag(let value): return value
        default: throw wrong(name, "true or false")
        }
    }

    /// Returns a text; nil if it is missing.
    func text(_ name: String) throws(BatchError) -> String? {
        switch values[name] {
        case nil: return nil
        case .text(let value): return value
        default: throw wrong(name, "a text")
        }
    }

    /// Returns an integer within a range; nil if it is missing.
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(BatchError) -> Int? {
        switch values[name] {
        case nil: return nil
        case .integer(let value) where range.contains(value): return value
        default: throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Returns a number above 0 and at most 10¹²; nil if it is missing.
    func positive(_ name: String, orZero: Bool = false) throws(BatchError) -> Double? {
        let number: Double
        switch values[name] {
        case nil: return nil
        case .integer(let value): number = Double(value)
        case .number(let value): number = value
        default: throw wrong(name, "a number")
        }
        guard number.isFinite, number > 0 || orZero && number == 0, number <= 1e12 else {
            throw wrong(name, "a number above 0")
        }
        return number
    }

    /// Returns one of several words; nil if it is missing.
    func choice<Value: RawRepresentable<String>>(_ name: String, _ type: Value.Type) throws(BatchError) -> Value? {
        guard let text = try text(name) else { return nil }
        guard let value = Value(rawValue: text) else { throw wrong(name, "another word than “\(text.prefix(40))”") }
        return value
    }

    private func wrong(_ name: String, _ needed: String) -> BatchError {
        BatchError(.invalid, "The option “\(name)” takes \(needed).")
    }
}
