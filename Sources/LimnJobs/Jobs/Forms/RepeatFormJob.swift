// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a document with several copies of the open form to the first descriptor. The second descriptor holds the
/// ``Copy``s as JSON.
package struct RepeatFormJob: Job {
    package typealias Answer = WrittenAnswer

    /// A copy of all pages. The names of its fields get a prefix.
    package struct Copy: Codable, Hashable, Sendable {
        /// The prefix of the full names of its fields, without the separating period.
        package var name: String
        /// The title of the copy's bookmark.
        package var title: String

        package init(name: String, title: String) { (self.name, self.title) = (name, title) }
    }

    package static let name = "repeat-form"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.count) }
    package init() {}
}

/// Compares one copy in a document with the open form.
///
/// The document is in the first descriptor, the ``RepeatFormJob/Copy``s as JSON in the second. The job runs in a
/// different worker than the one that made the copies. A faulty copy is reported as an error with `unverified`.
package struct CheckFormCopyJob: Job {
    package typealias Answer = EmptyAnswer

    package static let name = "check-form-copy"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(2) }
    /// The index of the copy, from 0. For the first copy, the job also checks the fields and the number of pages.
    package var place: Int

    package init(place: Int) { self.place = place }
}
