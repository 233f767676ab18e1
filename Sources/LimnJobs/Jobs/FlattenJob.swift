// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Adds ink to the open document.
///
/// The result goes to the first descriptor: the new document, or the update to append to the original. The second
/// descriptor holds the ink, whose pages reference the document's pages as backgrounds.
package struct FlattenJob: Job {
    package typealias Answer = FlattenReport

    package static let name = "flatten"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(1, writing: AnswerBounds.count) }
    package var mode: ExportMode
    package var save: SaveStrategy
    /// The view that the mode `burn` paints: screen or paper.
    package var burns: BurnedView
    package var pageCount: Int
    /// The maximum displacement of edges in addition to rounding, in points.
    package var tolerance: Double
    /// The step to which coordinates are rounded, in points.
    package var unit: Double
    /// The resolution of pages that become pictures, in pixels per inch.
    package var resolution: Double
    /// Whether to lower the resolution of pages that would exceed the pixel limit.
    package var lowersResolution: Bool
    /// Whether to include source ink in the export.
    package var carriesSourceInk: Bool
    /// Whether viewers can show and hide the ink's layers. Hidden layers are then also written.
    package var switchesLayers: Bool
    /// The frames to which pages grow to hold their ink, in the page space of the original, by page number. The ink of
    /// such a page is in the page space of the frame.
    package var frames: [Int: Rect]
    /// The pages that the mode `redraw` draws as pictures.
    package var pictures: Set<Int> = []
    /// The only pages that the mode `redraw` draws; nil for all.
    package var redrawn: ClosedRange<Int>?

    package init(
        mode: ExportMode, save: SaveStrategy, burns: BurnedView = .screen, pageCount: Int, tolerance: Double,
        unit: Double, resolution: Double, lowersResolution: Bool = false, carriesSourceInk: Bool,
        switchesLayers: Bool = false, frames: [Int: Rect] = [:]
    ) {
        self.mode = mode
        self.save = save
        self.burns = burns
        self.pageCount = pageCount
        self.tolerance = tolerance
        self.unit = unit
        self.resolution = resolution
        self.lowersResolution = lowersResolution
        self.carriesSourceInk = carriesSourceInk
        self.switchesLayers = switchesLayers
        self.frames = frames
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        AnswerBounds.areCounts(answer.points) && AnswerBounds.isLength(answer.largestEdgeError)
            && (answer.burnt != nil) == (mode == .burn)
            && answer.doubtfulPages.count <= FlattenReport.pageLimit
            && answer.doubtfulPages.allSatisfy { (1...max(1, pageCount)).contains($0) }
            && (answer.burnt?.isPossible(pageCount: pageCount) ?? true)
            && (mode.canAppend || answer.save == .rewrite) && answer.save != .auto
            && (save == .auto || answer.save == save || !mode.canAppend)
            && answer.sourceInk.map { carriesSourceInk || !$0.isIncluded } ?? false
    }
}
