// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a document with several copies of the open form into the first descriptor; the copies come in the second one
/// (``Copy``s as JSON).
package struct RepeatFormJob: Job {
    package typealias Answer = WrittenAnswer

    /// A copy of all pages, whose fields' names begin with its own.
    package struct Copy: Codable, Hashable, Sendable {
        /// What stands before the full names of its fields, with a period between.
        package var name: String
        /// Its bookmark.
        package var title: String

        package init(name: String, title: String) { (self.name, self.title) = (name, title) }
    }

    package static let name = "repeat-form"
    package var descriptorCount: Int { 2 }
    package init() {}
}

/// Compares one copy in a document, in the first descriptor, with the open form; the copies come in the second one
/// (``RepeatFormJob/Copy``s as JSON). It is done by a worker that has not made the copies. A copy that is not what it should
/// be is an error with `unverified`.
package struct CheckFormCopyJob: Job {
    /// Nothing is told of what is as it should be.
    package struct Answer: Codable, Hashable, Sendable { package init() {} }

    package static let name = "check-form-copy"
    package var descriptorCount: Int { 2 }
    /// The place of the copy, from 0. With the first one, the fields and the number of pages are looked at, too.
    package var place: Int

    package init(place: Int) { self.place = place }
}
