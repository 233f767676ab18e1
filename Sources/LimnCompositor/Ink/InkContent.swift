// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// A drawing as PDF content: operators, the resources that they name, and the bounding box.
///
/// Coordinates are whole multiples of ``unit``; the form's matrix converts them back to points. Integers are shorter
/// than decimals, and the error is at most half a unit. Coordinates are relative to the first point of each stroke, to
/// which a `cm` operator moves the origin. An opaque stroke is written as lines of constant width (``LineRuns``), a
/// translucent one as one outline.
public struct InkContent: Hashable, Sendable {
    /// A named graphics state: opacity and blend mode for filling and stroking.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity, 0…1.
        public var alpha: Double
        /// The blend mode.
        public var blend: Mark.Blend
    }

    /// A color in thousandths of its components, with the grain that it is painted in.
    struct Paint: Hashable {
        var color: [Int]
        var grain: Grain?
    }

    /// The length of one unit of the content's coordinates, in points.
    public let unit: Double
    /// The operators.
    public internal(set) var bytes: [UInt8] = []
    /// The graphics states. The content names the n-th one `/Gn`, from 0.
    public internal(set) var states: [GraphicsState] = []
    /// The grains of pencils and crayons. The content names the n-th one `/Nn`, from 0.
    public internal(set) var grains: [Grain] = []
    /// The fonts by name.
    public internal(set) var fonts: [String: EmbeddedFont] = [:]
    /// The fonts whose glyphs are drawn, by name.
    public internal(set) var drawnFonts: [String: DrawnFont] = [:]
    /// The pictures by name.
    public internal(set) var pictures: [String: EmbeddedPicture] = [:]
    /// The pages of other PDFs by name.
    public internal(set) var pages: [String: EmbeddedPage] = [:]
    /// The layers to which parts of the content belong, by name.
    public internal(set) var layers: [String: DocumentLayer] = [:]
    /// The number of points in lines and curves, plus the points of the simplified strokes that were written as
    /// outlines.
    public internal(set) var pointCount = 0
    /// The bounding box of everything painted, in page space; nil if nothing is painted.
    public internal(set) var bounds: Rect?
    /// The largest possible displacement of an edge, in points: the measured error of leaving out points, plus the
    /// maximum errors of outlines and rounding.
    public internal(set) var largestEdgeError = 0.0

    var state = GraphicsState(alpha: 1, blend: .normal)
    var fillColor: Paint?
    var lineColor: Paint?
    var lineStyle: Mark.Style?

    /// The parts that belong to structure elements, in the order of their numbers. Their boxes are in page space.
    public internal(set) var tags: [TaggedContent] = []
    /// The part that is being written; nil between parts.
    var openPart: OpenPart?
    let isTagged: Bool

    /// The layer that is being written.
    var markedLayer: DocumentLayer?

    var originX = 0
    var originY = 0

    /// Writes a drawing.
    ///
    /// - Parameters:
    ///   - tolerance: the largest displacement of an edge, not counting rounding.
    ///   - unit: the step to which coordinates are rounded, in points. Rounding moves a point by at most √½ unit and
    ///     changes a radius by at most ¼ unit, so an edge moves by less than one unit.
    ///   - resources: the fonts and pictures for the drawing's texts and pictures. Without them, texts and pictures are
    ///     left out.
    ///   - paintsPins: whether notes are painted as pins. Links are never painted.
    ///   - marksLayers: whether the content of each layer is marked, so that viewers can show and hide it. Hidden
    ///     layers are also written then.
    ///   - isTagged: whether parts are marked for structure elements: typed texts as paragraphs, handwriting and pictures
    ///     as figures, and marks on words as artifacts.
    public init(
        _ drawing: Drawing, tolerance: Tolerance = .outline, unit: Double = 0.01,
        resources: DrawingResources? = nil, paintsPins: Bool = false, marksLayers: Bool = false,
        isTagged: Bool = false
    ) {
        self.unit = unit
        self.isTagged = isTagged
        let strokes = StrokeWriting(tolerance: tolerance, unit: unit)
        var start = 0
        for placed in drawing.objects {
            let end = min(max(placed.strokesBelow, start), drawing.strokes.count)
            for stroke in drawing.strokes[start..<end] {
                if marksLayers { mark(drawing.documentLayer(stroke.layer)) }
                beginPart(of: stroke, in: drawing)
                write(stroke, strokes)
            }
            endPart()
            if marksLayers, placed.object.isPainted(withPins: paintsPins) {
                mark(drawing.documentLayer(placed.object.layer))
            }
            beginPart(of: placed.object)
            write(placed.object, resources, paintsPins: paintsPins)
            endPart()
            start = end
        }
        for stroke in drawing.strokes[start...] {
            if marksLayers { mark(drawing.documentLayer(stroke.layer)) }
            beginPart(of: stroke, in: drawing)
            write(stroke, strokes)
        }
        endPart()
        mark(nil)
    }
}
