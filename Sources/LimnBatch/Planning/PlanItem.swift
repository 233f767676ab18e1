// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// An input that becomes a task: a file or an address, with its values from a table.
struct PlanItem: Sendable {
    /// The document.
    var input: TaskInput
    /// The ink for this document; nil for the ink of the plan.
    var ink: FilePath?
    /// The readable name of the result; nil to use the document's name.
    var output: String?
    /// The options for this document.
    var options: [String: JSONValue] = [:]

    /// Returns whether an input is the address of an object, and not a path.
    static func isAddress(_ name: [UInt8]) -> Bool {
        guard let colon = name.firstRange(of: Array("://".utf8)) else { return false }
        let scheme = name[..<colon.lowerBound]
        return (1...12).contains(scheme.count)
            && scheme.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 43 }
    }

    /// Parses an input from a command line or a list: a path, or an address followed by an ETag and a size, separated
    /// by tabs.
    init(name: [UInt8]) {
        guard Self.isAddress(name) else {
            input = TaskInput(path: FilePath(bytes: name))
            return
        }
        let parts = name.split(separator: 9, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        input = TaskInput(
            url: parts[0], etag: parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil,
            bytes: parts.count > 2 ? Int(parts[2]) : nil)
    }

    /// Options whose values are texts even if they look like numbers.
    private static let texts: Set = ["pages", "layers", "audience", "format", "quality", "mode", "save", "verify"]

    /// Converts a row. The columns `input`, `ink` and `output` set these properties. The other columns are fields of a
    /// form if the verb fills one, else options. Empty cells are ignored.
    ///
    /// - Parameter form: the document of rows without an `input`; nil if all rows have one.
    /// - Throws: ``BatchError`` for a row without a document.
    init(_ row: CSVRows.Row, verb: BatchVerb, form: FilePath?) throws(BatchError) {
        var named: PlanItem?
        var fields: [String: JSONValue] = [:]
        var (ink, output): (FilePath?, String?) = (nil, nil)
        var options: [String: JSONValue] = [:]
        for (column, text) in row.cells {
            switch column {
            case "input": named = text.isEmpty ? nil : PlanItem(name: Array(text.utf8))
            case "ink" where verb != .formFill: ink = text.isEmpty ? nil : FilePath(bytes: Array(text.utf8))
            case "output": output = text.isEmpty ? nil : text
            case let name where verb == .formFill: if !text.isEmpty { fields[name] = .text(text) }
            case let name: if !text.isEmpty { options[name] = Self.value(text, of: name) }
            }
        }
        guard let input = named?.input ?? form.map({ TaskInput(path: $0) }) else {
            throw BatchError(.invalid, "Row \(row.number) does not name an input file.")
        }
        if verb == .formFill { options["set"] = .object(fields) }
        self.input = input
        (self.ink, self.output, self.options) = (ink, output, options)
    }

    private static func value(_ text: String, of name: String) -> JSONValue {
        if texts.contains(name) { return .text(text) }
        if text == "true" || text == "false" { return .flag(text == "true") }
        if let number = Int(text) { return .integer(number) }
        if let number = Double(text), number.isFinite { return .number(number) }
        return .text(text)
    }
}
