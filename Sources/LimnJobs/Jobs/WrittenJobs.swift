// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes what is in the document as JSON (``PDFInspection``) into the descriptor.
package struct InspectJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "inspect"
    package var descriptorCount: Int { 1 }
    package init() {}
}

/// Writes the text of pages into the descriptor: UTF-8, a form feed behind each page.
package struct TextJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "text"
    package var descriptorCount: Int { 1 }
    /// Page numbers from 1.
    package var first: Int
    package var last: Int
    package init(pages: ClosedRange<Int>) { (first, last) = (pages.lowerBound, pages.upperBound) }
}

/// What a job answers whose result is in its descriptor.
package struct WrittenAnswer: Codable, Sendable {
    /// How many bytes were written.
    package var bytes: Int
    package init(bytes: Int) { self.bytes = bytes }
}
