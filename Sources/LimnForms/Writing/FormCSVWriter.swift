// SPDX-License-Identifier: Apache-2.0

/// Writes the values of many forms as CSV (RFC 4180), with one column per field and one row per file.
///
/// The first column is ``RowChecker/fileColumn``. The others are full field names, in order of first occurrence.
/// Buttons are written as export values, and several rows of a list as lines of one cell. A cell is empty if the form
/// lacks the field or the field has no value. Lines end with CR LF; store the text as UTF-8.
public enum FormCSVWriter {
    /// Writes forms.
    ///
    /// - Parameter forms: The forms and their file names.
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

    /// Writes records of cells as CSV, such as a table of results. Cells are quoted where a reader would split or trim
    /// them.
    ///
    /// - Parameter records: The rows from top to bottom, each with its cells from left to right.
    public static func table(_ records: [[String]]) -> String {
        var text = ""
        for record in records { append(record, to: &text) }
        return text
    }

    private static func append(_ cells: [String], to text: inout String) {
        text += cells.map(cell).joined(separator: ",") + "\r\n"
    }

    private static func cell(_ text: String) -> String {
        // Leading and trailing spaces are part of the value. Some programs drop them unless the cell is quoted.
        let special =
            text.utf8.contains { [10, 13, 34, 44, 59, 9].contains($0) } || text.first == " " || text.last == " "
        guard special else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
