// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFormDetection
internal import LimnForms

/// Finds the places on pages where people are meant to write, and writes them as JSON (an array of `DetectedField`) to
/// the descriptor.
package struct DetectFieldsJob: ValueJob {
    package typealias Answer = WrittenAnswer

    package static let name = "detect-fields"
    /// The maximum number of pages per job. It keeps the answer small, and scans within the time of a job.
    package static let limit = 8
    /// The maximum number of places per page. Further places are left out.
    package static let fieldLimit = 4000
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: AnswerBounds.valueBytes) }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int

    package init(pages: ClosedRange<Int>) { (first, last) = (pages.lowerBound, pages.upperBound) }

    package func accepts(_ value: [DetectedField]) -> Bool {
        let kinds: Set<FormField.Kind> = [.text, .check, .radio, .push, .signature]
        return value.count <= Self.limit * Self.fieldLimit
            && value.allSatisfy { field in
                let texts = [field.label, field.row ?? "", field.choice ?? "", field.question ?? ""]
                return AnswerBounds.isPlace(field.rect) && (0...1).contains(field.certainty)
                    && first <= field.page && field.page <= last
                    && (1...DetectedField.cellLimit).contains(field.cells ?? 1) && kinds.contains(field.kind)
                    && (1...AnswerBounds.count).contains(field.number ?? 1) && [0, 90, 180, 270].contains(field.turn)
                    && texts.allSatisfy { $0.utf8.count <= DetectedField.textLimit }
            }
    }
}
