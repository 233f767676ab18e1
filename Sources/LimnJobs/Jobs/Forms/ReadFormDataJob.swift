// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// Reads form data from the second descriptor and writes them as JSON (`FormDataDocument`) to the first one.
package struct ReadFormDataJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "form-data"
    package var descriptorCount: Int { 2 }
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
}
