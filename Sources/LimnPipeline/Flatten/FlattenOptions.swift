// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnJobs

/// Options for laying ink over a PDF.
public struct FlattenOptions: Sendable {
    /// How ink becomes part of the document.
    public var mode: FlattenRequest.Mode = .overlay
    /// How the new document is saved. Only the modes ``FlattenRequest/Mode/overlay`` and
    /// ``FlattenRequest/Mode/annotate`` can append.
    public var save: FlattenRequest.Save = .auto
    /// Which view ``FlattenRequest/Mode/burn`` paints: that on the screen or that on paper.
    public var burns = BurnedView.screen
    /// The resolution of ``FlattenRequest/Mode/raster`` in pixels an inch.
    public var resolution = 150.0
    /// Whether a page above the limit of pixels gets a lower resolution; otherwise it is refused.
    public var lowersResolution = false
    /// Whether the document carries source ink, so that Limn can read the ink back as it was drawn.
    /// ``FlattenRequest/Mode/redraw`` and ``FlattenRequest/Mode/raster`` never do, and neither do PDF/A documents that
    /// forbid it.
    public var carriesSourceInk = true
    /// The largest total displacement of an edge of the ink, by simplification, outlines and rounding.
    public var tolerance: Tolerance = .storage
    /// The maximum size of the new document in bytes; nil for no limit. To reach it, the tolerance is raised up to
    /// ``SizeBudget/largestTolerance``.
    public var maximumSize: Int?
    /// Which layers of the ink are exported.
    public var layers = LayerChoice()
    /// Whether the layers become optional content that viewers can show and hide. Hidden layers are then exported, too,
    /// and switched off. Layers that are not meant for the audience are never exported. ``FlattenRequest/Mode/redraw``
    /// and ``FlattenRequest/Mode/raster`` ignore this option.
    public var switchesLayers = false
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// Whether the contents of the new document are counted even if appending keeps all of them.
    public var counts = false
    /// Whether a signed document is changed even if that breaks its signatures.
    public var force = false
    /// Whether an existing file is not replaced.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// The workers for the request, and how to cancel it.
    package var context = JobContext.standard

    /// Makes default options.
    public init(access: Access = Access()) { self.access = access }
}
