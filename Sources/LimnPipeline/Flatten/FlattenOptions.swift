// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnJobs

/// How ink is laid over a PDF.
public struct FlattenOptions: Sendable {
    /// How ink becomes part of the document.
    public var mode: FlattenRequest.Mode = .overlay
    /// How the new document comes about; only ``FlattenRequest/Mode/overlay`` and ``FlattenRequest/Mode/annotate`` can be
    /// appended.
    public var save: FlattenRequest.Save = .auto
    /// Whether ``FlattenRequest/Mode/burn`` takes the annotations and form fields that the screen shows, or those that go
    /// to paper.
    public var burns = BurnedView.screen
    /// The pixels an inch of ``FlattenRequest/Mode/raster``.
    public var resolution = 150.0
    /// Whether a page that would have more pixels than the limit gets fewer pixels an inch, rather than being refused.
    public var lowersResolution = false
    /// Whether the ink as it was drawn is carried inside the document, so that Limn can read it back; not for
    /// ``FlattenRequest/Mode/redraw`` and ``FlattenRequest/Mode/raster``, nor where a claim of PDF/A forbids it.
    public var carriesSourceInk = true
    /// How far an edge of the ink may move, in all: simplification, outlines and rounding together.
    public var tolerance: Tolerance = .storage
    /// The most bytes that the new document may have; the tolerance is raised to ``SizeBudget/largestTolerance`` for that.
    public var maximumSize: Int?
    /// Which layers of the ink go into the document.
    public var layers = LayerChoice()
    /// Whether every layer that the document gets is one that viewers can switch. Layers that are hidden are in the document
    /// then, and switched off; those that the audience may not have are in no case. Not for
    /// ``FlattenRequest/Mode/redraw`` and ``FlattenRequest/Mode/raster``.
    public var switchesLayers = false
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// Whether everything that the new document holds is counted, also where appending keeps it in any case.
    public var counts = false
    /// Whether a signed document is changed although that breaks its signatures.
    public var force = false
    /// Whether an existing file is left alone.
    public var keepsExisting = false
    /// Password and limits.
    public var access: Access
    /// Where the document is read.
    package var context = JobContext.standard

    /// Makes the usual choices.
    public init(access: Access = Access()) { self.access = access }
}
