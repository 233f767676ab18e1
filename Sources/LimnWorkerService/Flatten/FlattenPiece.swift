// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// A part of what ink adds to a document; it can be made by any thread.
enum FlattenPiece: Sendable {
    /// The ink as it was drawn, by the number of its page.
    case source(InkCarrying)
    /// What a page gets; pages count from 0.
    case page(Int, Drawing, PageGeometry)

    /// What came of a piece.
    struct Made: Sendable {
        var points = 0
        var largestEdgeError = 0.0
        var overlays: [(page: Int, overlay: PageOverlay)] = []
        var annotations: [(page: Int, annotation: PageAnnotation)] = []
        var sourceInk: EmbeddedFile?
    }

    /// Makes it, compressed.
    func made(_ job: FlattenJob) -> Result<Made, any Error> { Result { try make(job) } }

    private func make(_ job: FlattenJob) throws -> Made {
        var made = Made()
        let tolerance = Tolerance(points: job.tolerance) ?? .outline
        switch self {
        case .source(let carrying):
            var file = EmbeddedFile.sourceInk(try carrying.source())
            file.compress()
            made.sourceInk = file
        case .page(let index, let drawing, let geometry) where job.mode == .annotate:
            let ink = InkAnnotations(drawing, on: geometry, tolerance: tolerance, unit: job.unit, grouping: .words)
            (made.points, made.largestEdgeError) = (ink.pointCount, ink.largestEdgeError)
            made.annotations = ink.annotations.map { annotation in
                var annotation = annotation
                annotation.appearance.compress(isThorough: true)
                return (index, .ink(annotation))
            }
        case .page(let index, let drawing, let geometry):
            let ink = InkContent(drawing, tolerance: tolerance, unit: job.unit)
            (made.points, made.largestEdgeError) = (ink.pointCount, ink.largestEdgeError)
            if var overlay = ink.overlay(for: geometry) {
                overlay.compress()
                made.overlays = [(index, overlay)]
            }
        }
        return made
    }
}
