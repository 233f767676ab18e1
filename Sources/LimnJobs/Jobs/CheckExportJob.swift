// SPDX-License-Identifier: GPL-3.0-or-later

/// Checks the export in the first descriptor as a whole and compares it with the open document. The ink is in the
/// second descriptor. The worker that does this has not made the export and does not trust the worker that has.
package struct CheckExportJob: Job {
    /// The findings. A faulty export gives an error with `unverified` instead.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that the export replaces, ascending.
        package var overridden: [Int]
        /// The content of the original that was kept.
        package var kept: KeptContent
        /// Whether a claim to be PDF/A still holds; nil if there is none.
        package var archive: PDFAOutcome?
        /// What the mode `burn` had to do; nil in other modes.
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
    package var descriptorCount: Int { 2 }
    /// Identifies the export.
    package var token: Int
    package var mode: ExportMode
    /// Which view the mode `burn` paints: screen or paper.
    package var burns: BurnedView
    /// How the export was saved: appended or rewritten.
    package var save: SaveStrategy
    package var pageCount: Int
    /// What the first worker reported about the source ink.
    package var sourceInk: SourceInkOutcome
    /// Whether source ink was requested.
    package var carriesSourceInk: Bool
    /// Whether layers that viewers can show and hide may have been added.
    package var switchesLayers: Bool
    /// Whether both documents are counted even if the export was appended, which keeps everything.
    package var counts: Bool
    /// Whether the export is refused if anything except the ink has changed.
    package var isStrict: Bool

    package init(
        token: Int, mode: ExportMode, burns: BurnedView, save: SaveStrategy, pageCount: Int,
        sourceInk: SourceInkOutcome, carriesSourceInk: Bool, switchesLayers: Bool = false, counts: Bool, isStrict: Bool
    ) {
        self.token = token
        self.mode = mode
        self.burns = burns
        self.save = save
        self.pageCount = pageCount
        self.sourceInk = sourceInk
        self.carriesSourceInk = carriesSourceInk
        self.switchesLayers = switchesLayers
        self.counts = counts
        self.isStrict = isStrict
    }
}
