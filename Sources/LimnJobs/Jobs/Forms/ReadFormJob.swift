// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// Writes the form of the open document as JSON (`Form`) to the descriptor.
package struct ReadFormJob: ValueJob {
    package typealias Answer = WrittenAnswer

    package static let name = "form"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.valueBytes) }
    package init() {}

    package func accepts(_ value: Form) -> Bool {
        value.fields.allSatisfy { field in
            field.widgets.allSatisfy { widget in
                widget.pages.allSatisfy { (0...AnswerBounds.pages).contains($0) } && AnswerBounds.isPlace(widget.rect)
            } && (1...AnswerBounds.count).contains(field.maximumLength ?? 1)
        }
    }
}
