// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// A setting of a server. It can be given as a flag, an environment variable, or a key in a file.
struct Setting: Sendable {
    /// The type of a value.
    enum Kind: Hashable, Sendable {
        case text
        case integer(ClosedRange<Int>)
        case decimal
        /// A number of bytes, such as `512MiB`.
        case size
        case flag
        /// Several strings: the flag can be given several times, and a variable contains a comma-separated list.
        case list
    }

    /// A parsed value.
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case decimal(Double)
        case flag(Bool)
        case list([String])
    }

    /// The name as a flag without its hyphens, and as a key in a file.
    let name: String
    let kind: Kind
    /// The placeholder for the value in the help.
    let placeholder: String
    let help: String
    /// The default value; nil if there is none.
    let standard: Value?
    /// Applies a value to the options.
    let apply: @Sendable (inout Draft, Value) -> Void

    /// The options while the settings are applied.
    struct Draft: Sendable {
        var options: ServerOptions
        /// The value of `tls`.
        var tls: String?
        var certificate: String?
        var key: String?
    }

    /// The name of the environment variable.
    var variable: String { "LIMN_" + name.uppercased().replacing("-", with: "_") }

    /// Parses a string from a flag or from the environment.
    func value(of text: String) throws(Misunderstood) -> Value {
        switch kind {
        case .text:
            guard !text.isEmpty else { throw misunderstood }
            return .text(text)
        case .integer(let range):
            guard let number = Int(text), range.contains(number) else { throw misunderstood }
            return .integer(number)
        case .decimal:
            guard let number = Double(text), number.isFinite else { throw misunderstood }
            return .decimal(number)
        case .size:
            guard let size = ByteSize(text) else { throw misunderstood }
            return .integer(size.bytes)
        case .flag:
            switch text {
            case "true", "1": return .flag(true)
            case "false", "0": return .flag(false)
            default: throw misunderstood
            }
        case .list:
            let items = text.split(separator: ",").map { String($0) }
            guard !items.isEmpty else { throw misunderstood }
            return .list(items)
        }
    }

    /// Converts a value from a file.
    func value(of found: StrictTOML.Value) throws(Misunderstood) -> Value {
        switch (kind, found) {
        case (.text, .text(let text)), (.size, .text(let text)): return try value(of: text)
        case (.integer, .integer(let number)), (.size, .integer(let number)), (.decimal, .integer(let number)):
            return try value(of: "\(number)")
        case (.decimal, .decimal(let number)): return try value(of: "\(number)")
        case (.flag, .flag(let flag)): return .flag(flag)
        case (.list, .list(let items)): return .list(items)
        case (.list, .text(let text)): return .list([text])
        default: throw misunderstood
        }
    }

    /// The error for an invalid value. It describes valid values.
    struct Misunderstood: Error, Hashable { let wanted: String }

    private var misunderstood: Misunderstood {
        switch kind {
        case .text: Misunderstood(wanted: "a text")
        case .integer(let range):
            Misunderstood(wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        case .decimal: Misunderstood(wanted: "a number")
        case .size: Misunderstood(wanted: "a number of bytes such as 512MiB")
        case .flag: Misunderstood(wanted: "true or false")
        case .list: Misunderstood(wanted: "one text or several")
        }
    }

    /// Formats a value for a settings file.
    func shown(_ value: Value) -> String {
        switch value {
        case .text(let text): Self.quoted(text)
        case .integer(let number): kind == .size ? Self.quoted(ByteSize.text(number)) : "\(number)"
        case .decimal(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let items): "[" + items.map { Self.quoted($0) }.joined(separator: ", ") + "]"
        }
    }

    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(inner.joined())\""
    }
}
