// SPDX-License-Identifier: GPL-3.0-or-later

/// Adds fields to the form of the open document, which gets a form if it has none.
///
/// The result goes to the first descriptor: the new document, or the update to append to the original. The second
/// descriptor holds the `FieldDesign`s as JSON.
package struct AddFieldsJob: Job {
    package typealias Answer = FillReport

    package static let name = "add-fields"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.count) }
    package var save: SaveStrategy

    package init(save: SaveStrategy) { self.save = save }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        answer.isPossible && (save == .auto || answer.save == save)
    }
}
