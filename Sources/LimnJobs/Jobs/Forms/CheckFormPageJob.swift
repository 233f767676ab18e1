// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a page of a filled form with that page of the open document.
///
/// The filled form is in the first descriptor, the ``FieldFilling``s as JSON in the second. A page that has changed
/// outside its fields is reported as an error with `unverified`.
package struct CheckFormPageJob: Job {
    /// The findings.
    package struct Answer: Codable, Hashable, Sendable {
        /// The indices of fields that should look different on this page but do not, at most ``limit``.
        package var unseen: [Int]
        /// The number of fields that look different on this page.
        package var seen: Int

        package init(unseen: [Int] = [], seen: Int = 0) { (self.unseen, self.seen) = (unseen, seen) }

        package static let limit = 400
    }

    package static let name = "check-form-page"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(2) }
    /// The page, from 1. It is drawn only if its objects differ by more than the drawings of fields whose values have
    /// not changed.
    package var page: Int
    /// Whether the fields became page content.
    package var flattens: Bool

    package init(page: Int, flattens: Bool) { (self.page, self.flattens) = (page, flattens) }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        answer.unseen.count <= Answer.limit && AnswerBounds.areCounts(answer.unseen)
            && AnswerBounds.areCounts(answer.seen)
    }
}
