// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the properties of the open document as JSON (``PDFInspection``) to the descriptor.
package struct InspectJob: ValueJob {
    package typealias Answer = WrittenAnswer

    package static let name = "inspect"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.valueBytes) }
    package init() {}

    package func accepts(_ value: PDFInspection) -> Bool {
        value.pages.count <= AnswerBounds.pages
            && AnswerBounds.areCounts(
                [value.bytes, value.formFields, value.links, value.embeddedFiles] + value.fieldKinds.values
                    + value.annotations.values)
    }
}
