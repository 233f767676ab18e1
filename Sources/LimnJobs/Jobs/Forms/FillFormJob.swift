// SPDX-License-Identifier: GPL-3.0-or-later

/// Fills the form of the open document.
///
/// The result goes to the first descriptor: the new document, or the update to append to the original. The second
/// descriptor holds the ``FieldFilling``s as JSON, the third the pictures.
package struct FillFormJob: Job {
    package typealias Answer = FillReport

    package static let name = "fill-form"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(2, writing: isRehearsal ? 0 : AnswerBounds.count) }
    package var save: SaveStrategy
    /// Whether the fields become page content and the form is removed.
    package var flattens: Bool
    /// Whether this is a dry run: messages are collected, but nothing is written.
    package var isRehearsal: Bool
    /// Whether an XFA form may be removed if its data cannot follow the fields.
    package var mayRemoveXFA: Bool

    package init(
        save: SaveStrategy, flattens: Bool = false, isRehearsal: Bool = false, mayRemoveXFA: Bool = true
    ) {
        (self.save, self.flattens, self.isRehearsal) = (save, flattens, isRehearsal)
        self.mayRemoveXFA = mayRemoveXFA
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        answer.isPossible && (!flattens || answer.save == .rewrite)
            && (isRehearsal || flattens || save == .auto || answer.save == save)
    }
}
