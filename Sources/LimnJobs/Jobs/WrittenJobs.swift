// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the properties of the open document as JSON (``PDFInspection``) to the descriptor.
package struct InspectJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "inspect"
    package var descriptorCount: Int { 1 }
    package init() {}
}

/// Writes the text of pages to the descriptor in UTF-8, with a form feed after each page.
package struct TextJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "text"
    package var descriptorCount: Int { 1 }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int
    package init(pages: ClosedRange<Int>) { (first, last) = (pages.lowerBound, pages.upperBound) }
}

/// The answer of a job whose result is in its descriptor.
package struct WrittenAnswer: Codable, Sendable {
    /// The number of bytes written.
    package var bytes: Int
    package init(bytes: Int) { self.bytes = bytes }
}
