// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import LimnInk

/// A record of a damaged database, with the table or index to which it belongs. This is recognized by the values alone,
/// because the pages that assign pages to tables may be damaged.
enum FoundRow {
    /// A row of a table, with its values by the names of the columns.
    case row(table: String, values: [String: DatabaseValue])
    /// A row of the search index: the folded name, and the text of a template or the folded tags of a character.
    case search(id: Int64, name: String, text: String)
    /// An entry of an index: a character with its folded name and its time of creation.
    case character(id: Int64, folded: String, created: Int64)
    /// An entry of an index: the template of a character.
    case templateOfCharacter(template: Int64, character: Int64)
    /// An entry of an index: the PDF of a template.
    case blobOfTemplate(hash: String, template: Int64)
    /// An entry of an index: the character and page of a drawing.
    case placeOfDrawing(character: Int64, page: Int, drawing: Int64)

    /// Whether it is a row of form values.
    var isOfForm: Bool { if case .row(let table, _) = self { RescueFiller.formTables.contains(table) } else { false } }
}

/// Determines the table or index of each record.
struct RowRecognizer {
    /// The columns of each table, in the order in which they are stored.
    private let columns: [String: [String]]

    /// Reads the columns of the current schema.
    init(_ database: Database) throws {
        var columns: [String: [String]] = [:]
        for table in Self.columnCounts.keys {
            let rows = try Row.fetchAll(
                database, sql: "SELECT name, pk FROM pragma_table_info('\(table)') ORDER BY cid")
            let names = rows.map { $0[0] as String }
            // A table without row ids stores the columns of its primary key first.
            let isIndex = table == "character" || table == "state"
            let keys = isIndex ? rows.filter { ($0[1] as Int) > 0 }.sorted { ($0[1] as Int) < ($1[1] as Int) } : []
            let keyNames = keys.map { $0[0] as String }
            columns[table] = keyNames + names.filter { !keyNames.contains($0) }
        }
        self.columns = columns
    }

    /// The tables, with the number of columns in the version that introduced them. Later versions only add columns.
    private static let columnCounts = [
        "template": 9, "templateDetail": 4, "character": 11, "drawing": 12, "drawingBase": 2, "inkEdit": 5,
        "characterThumbnail": 3, "state": 2, "characterForm": 6, "formEdit": 6, "formPicture": 4,
    ]

    /// Returns the record with its table or index; nil if it does not belong to a library.
    ///
    /// - Parameter rowid: the key of a row in a table; nil in an index.
    func recognize(_ values: [DatabaseValue], rowid: Int64?) -> FoundRow? {
        let kinds = String(values.map(\.letter))
        guard let rowid else { return recognizeEntry(values, kinds) }
        switch values.count {
        case 2 where kinds == "nb":
            return isInk(values[1]) ? row("drawingBase", values, rowid) : nil
        case 3 where kinds == "nib": return row("characterThumbnail", values, rowid)
        case 3 where kinds == "ntt":
            return .search(id: rowid, name: values[1].text ?? "", text: values[2].text ?? "")
        case 4 where kinds == "nitb": return isHash(values[2]) ? row("formPicture", values, rowid) : nil
        case 6 where kinds == "niiitb": return isJSON(values[5]) ? row("characterForm", values, rowid) : nil
        case 6 where kinds == "niiiib": return isJSON(values[5]) ? row("formEdit", values, rowid) : nil
        case 4... where kinds.hasPrefix("nbbb") || kinds.hasPrefix("nbbn"):
            return row("templateDetail", values, rowid)
        case 5... where kinds.hasPrefix("niiib"): return isInk(values[4]) ? row("inkEdit", values, rowid) : nil
        case 9... where kinds.hasPrefix("ntttiiiii"):
            return row("template", values, rowid)
        case 12... where kinds.hasPrefix("niiiiiiiiiii"): return row("drawing", values, rowid)
        default: return nil
        }
    }

    /// Recognizes a record of an index, or of a table without row ids.
    private func recognizeEntry(_ values: [DatabaseValue], _ kinds: String) -> FoundRow? {
        switch kinds {
        case "ti":
            guard let text = values[0].text, let number = values[1].integer else { return nil }
            if text == "lastCharacter" || text == "trashDays" { return row("state", values, nil) }
            return BlobName(text) != nil ? .blobOfTemplate(hash: text, template: number) : nil
        case "iti":
            guard let id = values[0].integer, let folded = values[1].text, let created = values[2].integer else {
                return nil
            }
            return .character(id: id, folded: folded, created: created)
        case "itii":
            guard let template = values[0].integer, let id = values[3].integer else { return nil }
            return .templateOfCharacter(template: template, character: id)
        case "iii":
            // The ids of drawings are random numbers of 60 bits; those of edits count from 1.
            guard let character = values[0].integer, let page = values[1].integer, let id = values[2].integer,
                (1...Int64(PageRule.highest)).contains(page), id > 1 << 32
            else { return nil }
            return .placeOfDrawing(character: character, page: Int(page), drawing: id)
        default:
            // folded, created, id, name, template, isFavorite, tags, foldedTags, lastPage, modified, inkVersion, and
            // the columns of later versions
            guard values.count >= 11 else { return nil }
            let template = kinds.dropFirst(4).first, lastPage = kinds.dropFirst(8).first
            guard kinds.hasPrefix("tiit"), template == "i" || template == "n",
                kinds.dropFirst(5).hasPrefix("itt"), lastPage == "i" || lastPage == "n",
                kinds.dropFirst(9).hasPrefix("ii")
            else { return nil }
            return row("character", values, nil)
        }
    }

    private func row(_ table: String, _ values: [DatabaseValue], _ rowid: Int64?) -> FoundRow? {
        guard let names = columns[table], let least = Self.columnCounts[table],
            (least...max(least, names.count)).contains(values.count)
        else { return nil }
        var found = Dictionary(uniqueKeysWithValues: zip(names, values))
        // The column that is the key of the table is stored as null.
        if let rowid { found[names[0]] = rowid.databaseValue }
        return .row(table: table, values: found)
    }

    private func isHash(_ value: DatabaseValue) -> Bool { value.text.flatMap { ContentHash($0) } != nil }

    private func isJSON(_ value: DatabaseValue) -> Bool {
        guard case .blob(let data) = value.storage else { return false }
        // Edits that are undone as a whole are arrays.
        return data.first == UInt8(ascii: "{") && data.last == UInt8(ascii: "}")
            || data.first == UInt8(ascii: "[") && data.last == UInt8(ascii: "]")
    }

    private func isInk(_ value: DatabaseValue) -> Bool {
        guard case .blob(let data) = value.storage else { return false }
        return NativeInk.recognizes([UInt8](data.prefix(8))) || data.starts(with: Array("LIMNEDT".utf8))
    }
}

extension DatabaseValue {
    /// A letter for the type: n, i, r, t or b.
    fileprivate var letter: Character {
        switch storage {
        case .null: "n"
        case .int64: "i"
        case .double: "r"
        case .string: "t"
        case .blob: "b"
        }
    }

    var integer: Int64? { if case .int64(let value) = storage { value } else { nil } }
    var text: String? { if case .string(let value) = storage { value } else { nil } }
}
