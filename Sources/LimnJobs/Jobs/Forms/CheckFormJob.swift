// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a filled form with the open document.
///
/// The filled form is in the first descriptor, the ``FieldFilling``s as JSON in the second. The job runs in a different
/// worker than the one that filled the form, and does not trust that worker.
package struct CheckFormJob: Job {
    /// The findings. A faulty document is reported as an error with `unverified` instead.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that the new document replaces, in ascending order; empty if it was
        /// rewritten.
        package var overridden: [Int]
        /// The content of the original that was kept.
        package var kept: KeptContent

        package init(overridden: [Int] = [], kept: KeptContent) { (self.overridden, self.kept) = (overridden, kept) }
    }

    package static let name = "check-form"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(2) }
    /// The way the filled form was saved.
    package var save: SaveStrategy
    /// Whether the fields became page content.
    package var flattens: Bool

    package init(save: SaveStrategy, flattens: Bool) { (self.save, self.flattens) = (save, flattens) }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        let isCounted = save != .append
        return answer.kept.matches(isCounted: isCounted) && (!isCounted || answer.overridden.isEmpty)
            && AnswerBounds.areObjects(answer.overridden)
    }
}
