// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// A drawing as PDF content: operators, the resources that they name, and the box around them.
///
/// Coordinates are whole multiples of ``unit``, which the form's matrix scales back: shorter than decimals, and never
/// more than half a unit off. They count from the first point of each stroke, to which a `cm` leads. An opaque stroke is
/// written as lines of one width each (``LineRuns``), what shows through as one outline.
public struct InkContent: Hashable, Sendable {
    /// A named graphics state: opacity and blend mode for filling and stroking.
    public struct GraphicsState: Hashable, Sendable {
        /// The opacity, 0…1.
        public var alpha: Double
        /// How the paint meets what is below.
        public var blend: Mark.Blend
    }

    /// The length of one unit of the content's coordinates, in points.
    public let unit: Double
    /// The operators.
    public internal(set) var bytes: [UInt8] = []
    /// The states; the content names the n-th one `/Gn`, from 0.
    public internal(set) var states: [GraphicsState] = []
    /// The fonts by name.
    public internal(set) var fonts: [String: EmbeddedFont] = [:]
    /// The fonts whose glyphs are drawn, by name.
    public internal(set) var drawnFonts: [String: DrawnFont] = [:]
    /// The pictures by name.
    public internal(set) var pictures: [String: EmbeddedPicture] = [:]
    /// The pages of other PDFs by name.
    public internal(set) var pages: [String: EmbeddedPage] = [:]
    /// The layers that parts of the content are marked with, by name.
    public internal(set) var layers: [String: DocumentLayer] = [:]
    /// The number of points in the lines, and of the strokes whose outlines were written.
    public internal(set) var pointCount = 0
    /// The box around everything painted, in page space; nil when nothing is.
    public internal(set) var bounds: Rect?
    /// The largest distance that an edge may have moved, in points: by leaving out points as measured, and by what
    /// outlines and rounding can add at most.
    public internal(set) var largestEdgeError = 0.0

    var state = GraphicsState(alpha: 1, blend: .normal)
    var fillColor: [Int]?
    var lineColor: [Int]?
    var lineStyle: Mark.Style?

    /// The layer that what is being written belongs to.
    var markedLayer: DocumentLayer?

    var originX = 0
    var originY = 0

    /// Writes a drawing.
    ///
    /// - Parameters:
    ///   - tolerance: how far an edge may move, besides rounding.
    ///   - unit: the step that coordinates are rounded to, in points. Rounding moves a point by at most √½ of it and a
    ///     radius by a quarter, so that one step covers both.
    ///   - resources: what the drawing's texts and pictures need; without them these are left out.
    ///   - paintsPins: whether notes are painted as pins. Links are never painted.
    ///   - marksLayers: whether what belongs to a layer is marked, so that viewers can switch it. Hidden layers are
    ///     written, too.
    public init(
        _ drawing: Drawing, tolerance: Tolerance = .outline, unit: Double = 0.01,
        resources: DrawingResources? = nil, paintsPins: Bool = false, marksLayers: Bool = false
    ) {
        self.unit = unit
        let strokes = StrokeWriting(tolerance: tolerance, unit: unit)
        var start = 0
        for placed in drawing.objects {
            let end = min(max(placed.strokesBelow, start), drawing.strokes.count)
            for stroke in drawing.strokes[start..<end] {
                if marksLayers { mark(drawing.documentLayer(stroke.layer)) }
                write(stroke, strokes)
            }
            if marksLayers, placed.object.isPainted(withPins: paintsPins) {
                mark(drawing.documentLayer(placed.object.layer))
            }
            write(placed.object, resources, paintsPins: paintsPins)
            start = end
        }
        for stroke in drawing.strokes[start...] {
            if marksLayers { mark(drawing.documentLayer(stroke.layer)) }
            write(stroke, strokes)
        }
        mark(nil)
    }
}
