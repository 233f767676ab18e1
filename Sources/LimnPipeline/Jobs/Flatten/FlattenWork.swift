// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// Makes the new document of a ``FlattenJob`` in memory.
struct FlattenWork {
    /// What was made.
    struct Made {
        /// The document, in pieces that follow one another.
        var parts: [[UInt8]]
        var report: FlattenReport
    }

    let job: FlattenJob
    let template: Template
    /// The ink by the number of its page.
    let drawings: [Int: Drawing]

    init(_ job: FlattenJob, on template: Template, drawings: [Int: Drawing]) {
        self.job = job
        self.template = template
        self.drawings = drawings
    }

    func run() throws -> Made {
        // Before anything is changed.
        let before = job.counts || !job.mode.canAppend ? try counts() : nil
        var made =
            switch job.mode {
            case .overlay: try overlaid()
            case .redraw: try redrawn()
            }
        made.report.kept = try kept(in: made, before: before)
        return made
    }

    /// Counts what the document holds now.
    func counts() throws -> ContentCounts { ContentCounts(try template.objects().summary()) }

    private func kept(in made: Made, before: ContentCounts?) throws -> KeptContent {
        if made.report.save == .append, !job.counts { return KeptContent(basis: .prefix) }
        let export = try ObjectDocument(bytes: Array(made.parts.joined()), password: template.password)
        let before = try before ?? ContentCounts(try template.original().summary())
        return KeptContent(basis: .census, before: before, after: ContentCounts(try export.summary()))
    }

    private func redrawn() throws -> Made {
        let redrawing = try Redrawing(firstPage: try template.page(1))
        for number in 1...job.pageCount { try redrawing.add(try template.page(number), ink: drawings[number]) }
        let points = drawings.values.reduce(0) { $0 + $1.pointCount }
        return Made(
            parts: [try redrawing.finish()],
            report: FlattenReport(
                points: points, largestEdgeError: Tolerance.outline.points, reason: "every page is drawn anew"))
    }
}
