// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// One piece of the work of adding ink to a document. Any thread can process it.
enum FlattenPiece: Sendable {
    /// The source ink.
    case source(InkCarrying)
    /// The additions to the page at an index from 0. Texts and pictures need the resources of all pages; in a tagged document,
    /// the parts of the content are marked.
    case page(Int, Drawing, PageGeometry, DrawingResources?, isTagged: Bool)

    /// The result for a piece.
    struct Made: Sendable {
        var points = 0
        var largestEdgeError = 0.0
        var overlays: [(page: Int, overlay: PageOverlay)] = []
        var annotations: [(page: Int, annotation: PageAnnotation)] = []
        var sourceInk: EmbeddedFile?
    }

    /// Produces and compresses the piece's result.
    func made(_ job: FlattenJob) -> Result<Made, any Error> { Result { try make(job) } }

    private func make(_ job: FlattenJob) throws -> Made {
        var made = Made()
        let tolerance = Tolerance(points: job.tolerance) ?? .outline
        switch self {
        case .source(let carrying):
            var file = EmbeddedFile.sourceInk(try carrying.source())
            file.compress()
            made.sourceInk = file
        case .page(let index, let drawing, let geometry, let resources, _) where job.mode == .annotate:
            let ink = DrawingAnnotations(
                drawing, on: geometry, resources: resources, marksLayers: job.switchesLayers, tolerance: tolerance,
                unit: job.unit, grouping: .words)
            (made.points, made.largestEdgeError) = (ink.pointCount, ink.largestEdgeError)
            made.annotations = Self.compressed(ink.annotations, onPage: index)
        case .page(let index, let drawing, let geometry, let resources, let isTagged):
            // The mode `burn` keeps no annotations except links, so it paints notes as pins.
            let isBurnt = job.mode == .burn
            let ink = InkContent(
                drawing, tolerance: tolerance, unit: job.unit, resources: resources,
                paintsPins: isBurnt, marksLayers: job.switchesLayers, isTagged: isTagged)
            (made.points, made.largestEdgeError) = (ink.pointCount, ink.largestEdgeError)
            if var overlay = ink.overlay(for: geometry) {
                overlay.compress()
                made.overlays = [(index, overlay)]
            }
            let others = DrawingAnnotations(
                drawing, on: geometry, isBurnt ? .links : .notesAndLinks, marksLayers: job.switchesLayers,
                unit: job.unit)
            made.annotations = Self.compressed(others.annotations, onPage: index)
        }
        return made
    }

    private static func compressed(
        _ annotations: [PageAnnotation], onPage index: Int
    ) -> [(page: Int, annotation: PageAnnotation)] {
        annotations.map { annotation in
            var annotation = annotation
            annotation.appearance?.compress(isThorough: true)
            return (index, annotation)
        }
    }
}
