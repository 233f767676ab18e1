// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// Creates, in memory, the result of a ``FlattenJob``: a new document, or an update to append to the original.
struct FlattenWork {
    /// The result.
    struct Made {
        /// The new document, or the update to append to the original.
        var bytes: [UInt8]
        var report: FlattenReport
    }

    let job: FlattenJob
    let template: Template
    /// The ink by page number.
    let drawings: [Int: Drawing]

    init(_ job: FlattenJob, on template: Template, drawings: [Int: Drawing]) {
        self.job = job
        self.template = template
        self.drawings = drawings
    }

    func run() throws -> Made {
        switch job.mode {
        case .overlay, .annotate: try added()
        case .burn: try burnt()
        case .redraw: try redrawn()
        case .raster: try rastered()
        }
    }

    private func redrawn() throws -> Made {
        var redrawing = try Redrawing(firstPage: try template.pageForRedrawing(1, frame: job.frames[1]))
        let objects = try? template.objects()
        for number in job.redrawn?.clamped(to: 1...job.pageCount) ?? 1...job.pageCount {
            if job.pictures.contains(number) {
                try redrawing.addPicture(
                    of: try template.drawnPage(number, frame: job.frames[number]), ink: drawings[number],
                    dpi: job.resolution, pixelLimit: template.pixelLimit)
                continue
            }
            let frame = job.frames[number]
            let geometry = try? objects?.pageGeometry(at: number - 1)
            try redrawing.add(
                try template.pageForRedrawing(number, frame: frame), ink: drawings[number],
                geometry: frame.flatMap { geometry?.framed($0) } ?? geometry,
                borders: (try? objects?.linkBorders(onPage: number - 1)) ?? [])
        }
        var made = try madeAnew(try redrawing.finish(), reason: "every page is redrawn")
        made.report.itemNotes = redrawing.notes.sentences
        try addDoubts(to: &made.report)
        return made
    }

    private func rastered() throws -> Made {
        guard job.resolution.isFinite, job.resolution > 0 else { throw WorkerSession.invalidRequest }
        var rastering = Rastering(
            dpi: job.resolution, lowersResolution: job.lowersResolution, pixelLimit: template.pixelLimit)
        var lowered: [Int: Double] = [:]
        for number in 1...job.pageCount {
            let dpi = try rastering.add(
                try template.drawnPage(number, frame: job.frames[number]), ink: drawings[number])
            if let dpi, lowered.count < FlattenReport.pageLimit { lowered[number] = dpi }
        }
        var made = try madeAnew(try rastering.finish(), reason: "every page is made a picture")
        made.report.loweredResolutions = lowered
        made.report.itemNotes = rastering.notes.sentences
        try addDoubts(to: &made.report)
        return made
    }

    /// Adds to the report the pages that other viewers show differently than poppler. After redrawing, these pages look
    /// as they do in poppler.
    private func addDoubts(to report: inout FlattenReport) throws {
        let objects = try template.objects()
        for number in 1...job.pageCount
        where !template.isMended(number) && (try? objects.hasOneSidedShading(onPage: number - 1)) == true {
            guard report.doubtfulPages.count < FlattenReport.pageLimit else { break }
            report.doubtfulPages.append(number)
        }
    }

    /// Returns the result for a new document that contains none of the original's objects.
    private func madeAnew(_ bytes: [UInt8], reason: String) throws -> Made {
        var report = FlattenReport()
        report.points = drawings.values.reduce(0) { $0 + $1.pointCount }
        report.largestEdgeError = Tolerance.outline.points
        report.reason = reason
        report.sourceInk = SourceInkOutcome(reason: "nothing but the look of pages is kept")
        return Made(bytes: bytes, report: report)
    }
}
