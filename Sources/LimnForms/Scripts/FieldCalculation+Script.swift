// SPDX-License-Identifier: Apache-2.0

extension FieldCalculation {
    /// What a calculation script does (/AA, /C).
    ///
    /// One call of AFSimple_Calculate with literal arguments is recognised, and simplified field notation, which stands as
    /// `/** BVCALC … EVCALC **/` before the code that Acrobat made of it. Everything else is ``custom``. Nil for an empty
    /// script.
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

    /// The names of fields: a list of texts, or one text with commas between the names.
    private static func names(_ literal: ScriptLiteral) -> [String]? {
        switch literal {
        case .text(let text): return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        case .list(let literals):
            let names = literals.compactMap(\.text)
            return names.count == literals.count ? names : nil
        default: return nil
        }
    }

    /// The expression between `BVCALC` and `EVCALC` in the comment at the start of a script.
    private static func notation(in script: String) -> String? {
        let words = script.drop { $0.isWhitespace }
        guard words.hasPrefix("/**"), let start = words.firstRange(of: "BVCALC"),
            words[words.index(words.startIndex, offsetBy: 3)..<start.lowerBound].allSatisfy(\.isWhitespace),
            let end = words[start.upperBound...].firstRange(of: "EVCALC")
        else { return nil }
        return String(words[start.upperBound..<end.lowerBound]).trimmed
    }
}
