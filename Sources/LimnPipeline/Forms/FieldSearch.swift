// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnJobs

/// Has workers find the places on the pages of a document where people write.
struct FieldSearch {
    let opened: OpenedForm

    private var client: JobClient { opened.client }

    /// Returns the places on some pages, with names that differ from those of the form.
    ///
    /// - Parameter progress: called with the completed share, 0…1.
    func fields(on pages: PageSelection, progress: (Double) -> Void) throws -> [DetectedField] {
        let numbers = Set(try pages.numbers(of: opened.pageCount)).sorted()
        var found: [DetectedField] = []
        for (count, range) in PageSelection.ranges(of: numbers, limit: DetectFieldsJob.limit).enumerated() {
            if client.context.isCancelled { throw LimnError.cancelled }
            found += try client.value(of: DetectFieldsJob(pages: range), on: opened.document).value
            guard found.count <= FormDesign.limit else {
                throw LimnError(
                    .limit, about: opened.document.input.path,
                    "More than \(FormDesign.limit) places were found; choose fewer pages.")
            }
            progress(min(1, Double((count + 1) * DetectFieldsJob.limit) / Double(max(1, numbers.count))))
        }
        FieldNaming.name(&found, besides: opened.form.fields.map(\.name))
        return found
    }
}
