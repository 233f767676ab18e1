// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnJobs

/// Finds the places on the pages of a document where people write.
struct FieldDetector {
    let document: OpenDocument
    let client: JobClient

    /// The maximum number of places of a document.
    private static let limit = 200_000

    /// Opens the document and reads its form. Sets the number of pages and the warnings of a result.
    func open(_ result: inout FormDetectionResult) throws -> Form {
        let opened = try client.open(document)
        result.pageCount = opened.pageCount
        let (form, warnings) = try client.form(of: document)
        result.diagnostics += (opened.warnings + warnings).map { Diagnostic(libraryText: $0, about: result.input) }
        return form
    }

    /// Returns the places on some pages, with names that differ from those of the form.
    ///
    /// - Parameter progress: called with the completed share, 0…1.
    func fields(
        on pages: PageSelection, besides form: Form, _ result: inout FormDetectionResult, progress: (Double) -> Void
    ) throws -> [DetectedField] {
        let numbers = Set(try pages.numbers(of: result.pageCount ?? 0)).sorted()
        var found: [DetectedField] = []
        for (count, range) in PageSelection.ranges(of: numbers, limit: DetectFieldsJob.limit).enumerated() {
            if client.context.isCancelled { throw LimnError.cancelled }
            found += try places(onPages: range)
            guard found.count <= Self.limit else {
                throw LimnError(
                    .limit, about: result.input, "More than \(Self.limit) places were found; choose fewer pages.")
            }
            progress(min(1, Double((count + 1) * DetectFieldsJob.limit) / Double(max(1, numbers.count))))
        }
        FieldNaming.name(&found, besides: form.fields.map(\.name))
        return found
    }

    /// Finds places on at most ``DetectFieldsJob/limit`` pages.
    private func places(onPages pages: ClosedRange<Int>) throws(LimnError) -> [DetectedField] {
        do {
            let output = try ScratchFile()
            try client.perform(
                DetectFieldsJob(pages: pages), on: document,
                into: JobOutput(temporary: output, limit: AnswerBounds.formBytes))
            let places = try client.decoded([DetectedField].self, from: output)
            guard AnswerBounds.allow(places), places.allSatisfy({ pages.contains($0.page) }) else {
                throw client.refusal()
            }
            return places
        } catch { throw LimnError(error) }
    }
}
