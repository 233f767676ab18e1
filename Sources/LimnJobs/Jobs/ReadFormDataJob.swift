// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// Reads data for forms from the second descriptor, and writes them as JSON (`FormDataDocument`) into the first one.
package struct ReadFormDataJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "form-data"
    package var descriptorCount: Int { 2 }
    /// The file's name, by whose ending formats are told apart; without its folder.
    package var fileName: String
    /// The format; nil to find out.
    package var format: FormDataFormat?
    /// What stands between cells: one character; nil to find out.
    package var delimiter: String?
    /// Whether a mapping takes what it needs from trees, so that names are not those of fields.
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
