// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a new document into the first descriptor, or what turns the original into it where it is put behind that, with
/// the ink of the second one, whose pages name the document's pages as their backgrounds.
package struct FlattenJob: Job {
    package typealias Answer = FlattenReport

    package static let name = "flatten"
    package var descriptorCount: Int { 2 }
    package var mode: ExportMode
    package var save: SaveStrategy
    /// What burning takes.
    package var burns: BurnedView
    package var pageCount: Int
    /// How far edges may move besides rounding, in points.
    package var tolerance: Double
    /// The step of coordinates, in points.
    package var unit: Double
    /// The pixels an inch of pages that become pictures.
    package var resolution: Double
    /// Whether that is lowered where a page would be above the limit of pixels.
    package var lowersResolution: Bool
    /// Whether the ink as it was drawn goes into the document.
    package var carriesSourceInk: Bool
    /// Whether viewers of the document can switch the ink's layers, hidden ones, too.
    package var switchesLayers: Bool

    package init(
        mode: ExportMode, save: SaveStrategy, burns: BurnedView = .screen, pageCount: Int, tolerance: Double,
        unit: Double, resolution: Double, lowersResolution: Bool = false, carriesSourceInk: Bool,
        switchesLayers: Bool = false
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
    }
}
