// SPDX-License-Identifier: Apache-2.0

/// Writes the values of many forms as CSV (RFC 4180): a column for each field, a row for each file.
///
/// The first column is ``RowChecker/fileColumn``. The others are the full names in the order in which they occur first. Buttons
/// are written by their exported values; several rows of a list are lines of one cell. A cell is empty where a form has no such
/// field or no value. Lines end with CR LF; the text is to be stored as UTF-8.
public enum FormCSVWriter {
    /// Writes forms.
    ///
    /// - Parameter forms: The names of files and their forms.
    public static func text(of forms: [(file: String, form: Form)]) -> String {
        var columns: [String] = []
        var known: Set<String> = []
        for (_, form) in forms {
            for field in form.fields where field.isWritten && known.insert(field.name).inserted {
                columns.append(field.name)
            }
        }
        var text = ""
        append([RowChecker.fileColumn] + columns, to: &text)
        for (file, form) in forms {
            var values: [String: String] = [:]
            for field in form.fields where field.isWritten && values[field.name] == nil {
                values[field.name] = field.exportedValues.joined(separator: "\n")
            }
            append([file] + columns.map { values[$0] ?? "" }, to: &text)
        }
        return text
    }

    /// Writes records of cells, such as a table of results.
    public static func table(_ records: [[String]]) -> String {
        var text = ""
        for record in records { append(record, to: &text) }
        return text
    }

    private static func append(_ cells: [String], to text: inout String) {
        text += cells.map(cell).joined(separator: ",") + "\r\n"
    }

    private static func cell(_ text: String) -> String {
        // Spaces at the ends count. Some programs drop them unless the cell is quoted.
        let special =
            text.utf8.contains { [10, 13, 34, 44, 59, 9].contains($0) } || text.first == " " || text.last == " "
        guard special else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
