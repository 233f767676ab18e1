// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Checks an export as a whole and compares it with the open document.
///
/// The export is in the first descriptor, the ink in the second. The job runs in a different worker than the one that
/// made the export, and does not trust that worker.
package struct CheckExportJob: Job {
    /// The findings. A faulty export is reported as an error with `unverified` instead.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that the export replaces, in ascending order.
        package var overridden: [Int]
        /// The content of the original that was kept.
        package var kept: KeptContent
        /// Whether a claim of PDF/A conformance still holds; nil if there is no claim.
        package var archive: PDFAOutcome?
        /// The report of the mode `burn`; nil in other modes.
        package var burnt: BurnReport?

        package init(
            overridden: [Int], kept: KeptContent, archive: PDFAOutcome? = nil, burnt: BurnReport? = nil
        ) {
            self.overridden = overridden
            self.kept = kept
            self.archive = archive
            self.burnt = burnt
        }
    }

    package static let name = "check-export"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(2) }
    /// Identifies the export.
    package var token: Int
    package var mode: ExportMode
    /// The view that the mode `burn` paints: screen or paper.
    package var burns: BurnedView
    /// The way the export was saved: appended or rewritten.
    package var save: SaveStrategy
    package var pageCount: Int
    /// The outcome for the source ink, as reported by the first worker.
    package var sourceInk: SourceInkOutcome
    /// Whether the export was requested with source ink.
    package var carriesSourceInk: Bool
    /// Whether the export may have added layers that viewers can show and hide.
    package var switchesLayers: Bool
    /// The frames to which pages must have grown, in the page space of the original, by page number.
    package var frames: [Int: Rect]
    /// Whether to count the content of both documents even if the export was appended, which keeps everything.
    package var counts: Bool
    /// Whether to reject the export if anything except the ink has changed.
    package var isStrict: Bool

    package init(
        token: Int, mode: ExportMode, burns: BurnedView, save: SaveStrategy, pageCount: Int,
        sourceInk: SourceInkOutcome, carriesSourceInk: Bool, switchesLayers: Bool = false, frames: [Int: Rect] = [:],
        counts: Bool, isStrict: Bool
    ) {
        self.token = token
        self.mode = mode
        self.burns = burns
        self.save = save
        self.pageCount = pageCount
        self.sourceInk = sourceInk
        self.carriesSourceInk = carriesSourceInk
        self.switchesLayers = switchesLayers
        self.frames = frames
        self.counts = counts
        self.isStrict = isStrict
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        let isCounted = save != .append || counts
        return answer.kept.matches(isCounted: isCounted)
            && (save == .append || answer.overridden.isEmpty) && AnswerBounds.areObjects(answer.overridden)
            && (answer.burnt != nil) == (mode == .burn)
            && (answer.burnt?.isPossible(pageCount: pageCount) ?? true)
    }
}
