// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// Makes the new document of a ``FlattenJob``, or what turns the original into it, in memory.
struct FlattenWork {
    /// What was made.
    struct Made {
        /// The new document, or what goes behind the original where it is appended to.
        var bytes: [UInt8]
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
        switch job.mode {
        case .overlay: try overlaid()
        case .redraw: try redrawn()
        }
    }

    private func redrawn() throws -> Made {
        let redrawing = try Redrawing(firstPage: try template.page(1))
        for number in 1...job.pageCount { try redrawing.add(try template.page(number), ink: drawings[number]) }
        let points = drawings.values.reduce(0) { $0 + $1.pointCount }
        return Made(
            bytes: try redrawing.finish(),
            report: FlattenReport(
                points: points, largestEdgeError: Tolerance.outline.points, reason: "every page is drawn anew"))
    }
}
