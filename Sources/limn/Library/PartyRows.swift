// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The rows of a table, each with the values of a character.
struct PartyRows {
    /// A row and the name of its character.
    struct Member {
        var name: String
        var row: CharacterFormRequest.TableRow
    }

    let members: [Member]

    /// Reads a table.
    ///
    /// - Parameter column: the column with the names; nil for the first column that is called a name.
    /// - Throws: ``LimnError``, or a ``Sentence`` if a row has no name.
    init(_ file: FilePath, column: String?, access: AccessOptions) throws {
        let (engine, limits) = (access.engine(), try access.access())
        let rows = try waiting { () throws(LimnError) in
            try await engine.rows(of: FormDataSource(file), access: limits)
        }
        let names = rows.first?.entries.map(\.name) ?? []
        guard let column = column ?? names.first(where: Self.isName) ?? names.first else {
            throw Sentence("\(file.shownName): It has no columns.")
        }
        members = try rows.map { row in
            guard let name = Self.text(of: column, in: row), !name.isEmpty else {
                throw Sentence("\(file.shownName): Row \(row.number) has no name in the column “\(column)”.")
            }
            return Member(name: name, row: .init(row, of: file, nameColumn: column))
        }
    }

    /// Whether a column is called a name, such as `name`, `identity.name` and `CharacterName`.
    private static func isName(_ column: String) -> Bool {
        let last = column.split(separator: ".").last.map { $0.lowercased().filter(\.isLetter) } ?? ""
        return ["name", "charactername"].contains(last)
    }

    private static func text(of column: String, in row: FormRow) -> String? {
        switch row.entries.first(where: { $0.name == column })?.entry {
        case .text(let text), .number(let text): text
        case .flag, .list, .picture, nil: nil
        }
    }

    /// Fills in the form of a character with a row. If values are refused, the others are stored all the same.
    ///
    /// - Returns: the status of the row.
    static func fill(
        _ id: CharacterID, with row: CharacterFormRequest.TableRow, in store: Library, _ access: AccessOptions,
        _ report: ReportOptions, isRehearsal: Bool
    ) throws -> ResultStatus {
        var request = CharacterFormRequest(id, access: try access.access())
        (request.row, request.isRehearsal, request.passwords) = (row, isRehearsal, PasswordPrompt.source)
        var result = try filled(request, in: store, access)
        let status = result.status
        let refused = Set(result.fields.filter { $0.outcome == .refused }.map(\.name))
        if !result.isSaved, !isRehearsal, !refused.isEmpty {
            let messages = result.diagnostics.filter { $0.severity != .note }
            request.row?.row.entries.removeAll { refused.contains($0.name) }
            if request.row?.row.entries.isEmpty == false { result = try filled(request, in: store, access) }
            Console.tell(messages, report)
        }
        if report.json {
            try Console.print(json: result)
        } else if !report.quiet {
            try Console.print(Lines.form(result))
        }
        Console.tell(result.diagnostics, report)
        return status
    }

    private static func filled(
        _ request: CharacterFormRequest, in store: Library, _ access: AccessOptions
    ) throws -> CharacterFormResult {
        try waiting { [engine = access.engine()] () throws(LimnError) in try await engine.fill(request, in: store) }
    }
}

extension FilePath {
    /// The name of an input, for sentences.
    fileprivate var shownName: String { self == "-" ? "standard input" : displayName }
}
