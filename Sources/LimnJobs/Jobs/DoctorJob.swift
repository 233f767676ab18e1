// SPDX-License-Identifier: GPL-3.0-or-later

/// Lists a worker's libraries and the standard fonts that draw nothing.
package struct DoctorJob: Job {
    package struct Answer: Codable, Sendable {
        /// Names and versions of libraries, in display order.
        package var libraries: [Library]
        /// Pango's version.
        package var pango: String
        /// The standard 14 fonts whose text leaves no marks.
        package var missingFonts: [String]
        package init(libraries: [Library], pango: String, missingFonts: [String]) {
            (self.libraries, self.pango, self.missingFonts) = (libraries, pango, missingFonts)
        }
    }

    package struct Library: Codable, Sendable {
        package var name: String
        package var version: String
        package init(name: String, version: String) { (self.name, self.version) = (name, version) }
    }

    package static let name = "doctor"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(0) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        let names = answer.libraries.flatMap { [$0.name, $0.version] } + [answer.pango] + answer.missingFonts
        return names.allSatisfy { AnswerBounds.isName($0) }
    }
}
