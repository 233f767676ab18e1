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
    /// The view that ``FlattenRequest/Mode/burn`` paints: the one for the screen or the one for printing.
    public var burns = BurnedView.screen
    /// The resolution of ``FlattenRequest/Mode/raster`` in pixels per inch.
    public var resolution = 150.0
    /// Whether a page with too many pixels gets a lower resolution. Otherwise it is refused.
    public var lowersResolution = false
    /// Whether the document carries source ink, from which Limn can read the ink back as it was drawn.
    /// ``FlattenRequest/Mode/redraw`` and ``FlattenRequest/Mode/raster`` never carry it. Neither do PDF/A documents
    /// whose conformance level forbids it.
    public var carriesSourceInk = true
    /// The largest total displacement of an edge of the ink caused by simplification, outlines and rounding.
    public var tolerance: Tolerance = .storage
    /// The maximum size of the new document in bytes; nil for no limit. If the document is larger, the tolerance is
    /// raised, up to ``SizeBudget/largestTolerance``.
    public var maximumSize: Int?
    /// The pages that the new document has; nil for all. Other pages than all in their order are written anew.
    public var pages: PageSelection?
    /// The layers of the ink that are exported, and the audience of the export.
    public var layers: LayerChoice
    /// Whether the layers become optional content that viewers can show and hide. Hidden layers are then exported too,
    /// but switched off. Layers that are not meant for the audience are never exported. ``FlattenRequest/Mode/redraw``
    /// and ``FlattenRequest/Mode/raster`` ignore this option.
    public var switchesLayers = false
    /// The sides on which a page grows to hold ink beyond it. The page's content stays in its place.
    public var extends: PageSides = []
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// The pages with ink that the comparison draws.
    public var verifiedPages = FlattenRequest.VerifiedPages.all
    /// Whether the contents of the new document are counted even if it is saved by appending, which keeps all contents.
    public var counts = false
    /// Whether a signed document is changed even if that breaks its signatures.
    public var force = false
    /// Whether the request fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes default options.
    ///
    /// - Parameters:
    ///   - audience: who gets the export. There is no default, because an export keeps what it was made with.
    ///   - access: the password and the limits for the documents.
    public init(for audience: Drawing.Layer.Audience, access: Access = Access()) {
        layers = LayerChoice(for: audience)
        self.access = access
    }
}
