// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// Reads form data from the second descriptor and writes them as JSON (`FormDataDocument`) to the first one.
package struct ReadFormDataJob: ValueJob {
    package typealias Answer = WrittenAnswer

    package static let name = "form-data"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.valueBytes) }
    /// The file name without directories. Its extension helps to detect the format.
    package var fileName: String
    /// The format; nil to detect it.
    package var format: FormDataFormat?
    /// The cell separator, one character; nil to detect it.
    package var delimiter: String?
    /// Whether a mapping will select values from nested data. The names are then not field names.
    package var isForMapping: Bool

    package init(
        fileName: String, format: FormDataFormat? = nil, delimiter: String? = nil, isForMapping: Bool = false
    ) {
        self.fileName = fileName
        self.format = format
        self.delimiter = delimiter
        self.isForMapping = isForMapping
    }

    /// The highest possible number of a row.
    private static let rows = 100_000_000

    package func accepts(_ value: FormDataDocument) -> Bool {
        let numbers = value.rows.map(\.number)
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            && (numbers + value.problems.map(\.row)).allSatisfy { (0...Self.rows).contains($0) }
    }
}
