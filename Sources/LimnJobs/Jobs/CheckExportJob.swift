// SPDX-License-Identifier: GPL-3.0-or-later

/// Looks at the export of the first descriptor as a whole, and compares it with the open document; the ink is in the second
/// one. It is done by a worker that has not made the export, and believes nothing of what the other one said.
package struct CheckExportJob: Job {
    /// What was found. An export that is not what it should be is no answer, but an error with `unverified`.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that have another content in the export, ascending.
        package var overridden: [Int]
        /// What of the original is still there.
        package var kept: KeptContent
        /// What became of a claim to be PDF/A.
        package var archive: PDFAOutcome?
        /// What burning had to do; nil in other modes.
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
    /// Tells one export from the next.
    package var token: Int
    package var mode: ExportMode
    /// What burning takes.
    package var burns: BurnedView
    /// How the export was saved: appended or rewritten.
    package var save: SaveStrategy
    package var pageCount: Int
    /// What is said of the ink as it was drawn.
    package var sourceInk: SourceInkOutcome
    /// Whether it was asked for.
    package var carriesSourceInk: Bool
    /// Whether layers that can be switched may have been added.
    package var switchesLayers: Bool
    /// Whether both documents are counted although appending keeps everything.
    package var counts: Bool
    /// Whether the export is refused where something else than the ink has changed.
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
