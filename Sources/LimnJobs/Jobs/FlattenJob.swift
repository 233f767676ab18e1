// SPDX-License-Identifier: GPL-3.0-or-later

/// Lays ink over the open document. The result goes to the first descriptor: the new document, or the update to append
/// to the original. The second descriptor holds the ink, whose pages name the document's pages as their backgrounds.
package struct FlattenJob: Job {
    package typealias Answer = FlattenReport

    package static let name = "flatten"
    package var descriptorCount: Int { 2 }
    package var mode: ExportMode
    package var save: SaveStrategy
    /// Which view the mode `burn` paints: screen or paper.
    package var burns: BurnedView
    package var pageCount: Int
    /// The largest displacement of edges besides rounding, in points.
    package var tolerance: Double
    /// The step to which coordinates are rounded, in points.
    package var unit: Double
    /// The resolution of pages that become pictures, in pixels an inch.
    package var resolution: Double
    /// Whether the resolution is lowered for pages above the limit of pixels.
    package var lowersResolution: Bool
    /// Whether the document carries source ink.
    package var carriesSourceInk: Bool
    /// Whether viewers can show and hide the ink's layers. Hidden layers are then written, too.
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
