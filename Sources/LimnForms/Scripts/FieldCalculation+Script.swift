// SPDX-License-Identifier: Apache-2.0

extension FieldCalculation {
    /// Recognizes a calculation script (/AA, /C).
    ///
    /// It recognizes a single call of AFSimple_Calculate with literal arguments, and simplified field notation, which
    /// Acrobat keeps as `/** BVCALC … EVCALC **/` before the generated code. Everything else is ``custom``. An empty
    /// script is nil.
    public init?(script: String) {
        guard !script.isBlank else { return nil }
        if let notation = Self.notation(in: script) {
            self = .notation(notation)
        } else {
            self = ScriptCall(script).flatMap(Self.init(call:)) ?? .custom
        }
    }

    private init?(call: ScriptCall) {
        guard call.function == "AFSimple_Calculate", let name = call[0]?.text,
            let function = Function(rawValue: name.trimmed.uppercased()), let names = call[1].flatMap(Self.names)
        else { return nil }
        self = .simple(function, names)
    }

    /// Returns field names from a list of texts or from one comma-separated text; nil for anything else.
    private static func names(_ literal: ScriptLiteral) -> [String]? {
        switch literal {
        case .text(let text): return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        case .list(let literals):
            let names = literals.compactMap(\.text)
            return names.count == literals.count ? names : nil
        default: return nil
        }
    }

    /// Returns the expression between `BVCALC` and `EVCALC` in the comment at the start of a script; nil if there is
    /// none.
    private static func notation(in script: String) -> String? {
        let words = script.drop { $0.isWhitespace }
        guard words.hasPrefix("/**"), let start = words.firstRange(of: "BVCALC"),
            words[words.index(words.startIndex, offsetBy: 3)..<start.lowerBound].allSatisfy(\.isWhitespace),
            let end = words[start.upperBound...].firstRange(of: "EVCALC")
        else { return nil }
        return String(words[start.upperBound..<end.lowerBound]).trimmed
    }
}
