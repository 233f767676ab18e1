// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Collects the marks and shapes that a content stream and its forms paint, except text and shadings (ISO 32000-2, 8.5).
struct MarkReader {
    /// The maximum number of decoded bytes of a page's content or of a form.
    static let byteLimit = 64 << 20
    private static let depthLimit = 8
    private static let formLimit = 200
    private static let operatorLimit = 2_000_000
    fileprivate static let segmentLimit = 20_000

    /// A path that is being built, in page space.
    fileprivate struct Path {
        var boxes: [Rect] = []
        var segments: [(Point, Point)] = []
        var start: Point?
        var at: Point?
        /// Whether the path has a curve.
        var isCurved = false
        /// The points of its parts, and whether each has a curve.
        var parts: [(points: [Point], isCurved: Bool)] = []
        /// The number of points of all parts.
        var pointCount = 0
    }

    /// What the graphics state says about painting.
    fileprivate struct State {
        var matrix: AffineTransform
        /// The brightness of insides and lines, from 0 for black to 1 for white.
        var fill = 0.0
        var stroke = 0.0
        /// Whether more of the only component of the color space is darker, as ink is.
        var isFillInk = false
        var isStrokeInk = false
        var lineWidth = 1.0
        var isDashed = false
        /// The bounding box of the clip path; nil for none.
        var clip: Rect?
    }

    private(set) var marks = PageMarks()
    private(set) var hashes: PictureHashes?
    private var formCount = 0
    private var operatorCount = 0

    /// - Parameter hashes: the cache of picture hashes; nil if pictures need no hashes.
    init(hashes: PictureHashes?) { self.hashes = hashes }

    /// Collects the marks of decoded content.
    ///
    /// - Parameters:
    ///   - matrix: the transform from the content's space to page space.
    ///   - bounds: the page in page space. Shapes outside are left out.
    mutating func read(_ data: [UInt8], resources: PDFObject?, _ matrix: AffineTransform, within bounds: Rect) {
        data.withUnsafeBufferPointer { run($0, resources, State(matrix: matrix, clip: bounds), depth: 0) }
    }

    private mutating func run(
        _ buffer: UnsafeBufferPointer<UInt8>, _ resources: PDFObject?, _ outer: State, depth: Int
    ) {
        var tokens = ContentTokenizer(buffer)
        var (state, saved) = (outer, [State]())
        var clips = false
        var numbers: [Double] = []
        var name = ""
        var path = Path()
        func text(_ token: ContentTokenizer.Token) -> String {
            String(decoding: buffer[token.start..<token.end], as: UTF8.self)
        }
        func point(_ index: Int) -> Point { state.matrix.apply(Point(x: numbers[index], y: numbers[index + 1])) }
        while let token = tokens.next() {
            switch token.kind {
            case .number:
                numbers.append(Double(text(token)).flatMap { $0.isFinite ? $0 : nil } ?? 0)
                if numbers.count > 6 { numbers.removeFirst() }
                continue
            case .name:
                name = text(token)
                continue
            case .string, .open, .close: continue
            case .word: break
            }
            operatorCount += 1
            guard operatorCount <= Self.operatorLimit else { return }
            let word = tokens.word(token)
            switch word {
            case "q": if saved.count < 64 { saved.append(state) }
            case "Q": state = saved.popLast() ?? state
            case "cm" where numbers.count == 6:
                state.matrix = AffineTransform(
                    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]
                ).then(state.matrix)
            case "w": state.lineWidth = numbers.last ?? state.lineWidth
            // The last number is the phase.
            case "d": state.isDashed = numbers.dropLast().contains { $0 > 0 }
            case "g", "rg", "k": (state.isFillInk, state.fill) = (false, Self.brightness(numbers, isInk: false))
            case "G", "RG", "K": (state.isStrokeInk, state.stroke) = (false, Self.brightness(numbers, isInk: false))
            case "sc", "scn": state.fill = Self.brightness(numbers, isInk: state.isFillInk)
            case "SC", "SCN": state.stroke = Self.brightness(numbers, isInk: state.isStrokeInk)
            case "cs": (state.isFillInk, state.fill) = (isInk(name, resources), 0)
            case "CS": (state.isStrokeInk, state.stroke) = (isInk(name, resources), 0)
            case "W", "W*": clips = true
            case "re" where numbers.count >= 4:
                numbers = Array(numbers.suffix(4))
                let corner = Point(x: numbers[0] + numbers[2], y: numbers[1] + numbers[3])
                path.add(from: point(0), to: state.matrix.apply(corner), isAligned: state.matrix.isAligned)
                let corners = [
                    Point(x: numbers[0], y: numbers[1]), Point(x: corner.x, y: numbers[1]), corner,
                    Point(x: numbers[0], y: corner.y), Point(x: numbers[0], y: numbers[1]),
                ]
                path.addPart(corners.map { state.matrix.apply($0) })
            case "m" where numbers.count >= 2:
                (path.start, path.at) = (point(numbers.count - 2), point(numbers.count - 2))
                path.addPart([point(numbers.count - 2)])
            case "l" where numbers.count >= 2: path.line(to: point(numbers.count - 2), limit: Self.segmentLimit)
            case "h": if let start = path.start { path.line(to: start, limit: Self.segmentLimit) }
            case "c", "v", "y":
                path.isCurved = true
                if numbers.count >= 2 {
                    path.curve(through: numbers.indices.dropLast().filter { $0 % 2 == 0 }.map(point))
                }
            case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*":
                path.paint(into: &marks)
                if clips { state.clip(to: path) }
                let isOpen = word == "S" || word == "s"
                let isPlain = word == "f" || word == "F" || word == "f*"
                path.paintShapes(fills: !isOpen, strokes: !isPlain, state, into: &marks)
                (path, clips) = (Path(), false)
            case "n":
                if clips { state.clip(to: path) }
                (path, clips) = (Path(), false)
            case "Do":
                paint(resources?["/XObject"]?[name], state, depth)
            default: break
            }
            numbers = []
        }
    }

    /// Returns the brightness of a color by its components: gray, RGB or CMYK. A pattern counts as gray.
    ///
    /// - Parameter isInk: whether the only component is the amount of an ink.
    private static func brightness(_ components: [Double], isInk: Bool) -> Double {
        let c = components.map { min(max($0, 0), 1) }
        switch c.count {
        case 1: return isInk ? 1 - c[0] : c[0]
        case 3: return 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
        case 4: return (1 - c[3]) * (1 - 0.299 * c[0] - 0.587 * c[1] - 0.114 * c[2])
        default: return 0.5
        }
    }

    /// Returns whether a color space has one component that is the amount of an ink.
    private func isInk(_ name: String, _ resources: PDFObject?) -> Bool {
        resources?["/ColorSpace"]?[name]?.item(0)?.isName("/Separation") ?? false
    }

    private mutating func paint(_ object: PDFObject?, _ state: State, _ depth: Int) {
        guard let object, object.isStream else { return }
        if object["/Subtype"]?.isName("/Image") == true {
            let box = state.matrix.apply(Rect(x0: 0, y0: 0, x1: 1, y1: 1))
            guard marks.pictures.count < PageMarks.limit, box.isFinite,
                let hash = hashes == nil ? "" : hashes?.hash(of: object)
            else { return }
            marks.pictures.append(.init(hash: hash, box: box))
            return
        }
        formCount += 1
        guard depth < Self.depthLimit, formCount <= Self.formLimit, let data = try? object.decodedData(),
            data.count <= Self.byteLimit
        else { return }
        var inner = state
        inner.matrix = object.formMatrix.then(state.matrix)
        if let box = object["/BBox"].flatMap({ Rect($0) }) { inner.clip(to: inner.matrix.apply(box)) }
        let resources = object["/Resources"]
        data.withUnsafeBufferPointer { run($0, resources, inner, depth: depth + 1) }
    }
}

extension MarkReader.Path {
    mutating func add(from a: Point, to b: Point, isAligned: Bool) {
        guard isAligned, boxes.count < PageMarks.limit else { return }
        boxes.append(Rect(x0: a.x, y0: a.y, x1: b.x, y1: b.y))
        (start, at) = (a, a)
    }

    mutating func line(to end: Point, limit: Int) {
        if let at, segments.count < limit { segments.append((at, end)) }
        at = end
        extend([end])
    }

    /// Adds a curve by its control points and its end.
    mutating func curve(through points: [Point]) {
        at = points.last
        extend(points)
        if !parts.isEmpty { parts[parts.count - 1].isCurved = true }
    }

    mutating func addPart(_ points: [Point]) {
        guard pointCount < MarkReader.segmentLimit else { return }
        pointCount += points.count
        parts.append((points, false))
    }

    private mutating func extend(_ points: [Point]) {
        guard !parts.isEmpty, pointCount < MarkReader.segmentLimit else { return }
        pointCount += points.count
        parts[parts.count - 1].points += points
    }

    /// The bounding box of all parts.
    var box: Rect? { Rect(containing: parts.lazy.flatMap(\.points)) }

    /// Adds the shapes that a painting operator paints.
    func paintShapes(fills: Bool, strokes: Bool, _ state: MarkReader.State, into marks: inout PageMarks) {
        let width = max(0, state.lineWidth) * state.matrix.lengthScale
        var boxes = parts.map { Rect(containing: $0.points) }
        // A shape with a thin rim, painted as an outer and an inner outline, is a frame.
        var rims: [Int: Double] = [:]
        if fills, !strokes, (2...40).contains(parts.count) {
            for outer in parts.indices {
                guard let box = boxes[outer] else { continue }
                let inner = parts.indices.first { other in
                    guard other != outer, let hole = boxes[other] else { return false }
                    let rim = Self.rim(of: box, around: hole)
                    return rim > 0 && rim <= max(0.08 * min(box.width, box.height), 0.6)
                }
                guard let inner, let hole = boxes[inner] else { continue }
                rims[outer] = Self.rim(of: box, around: hole)
                boxes[inner] = nil
            }
        }
        for (place, part) in parts.enumerated() where marks.shapes.count < PageMarks.shapeLimit {
            guard let whole = boxes[place] else { continue }
            let shapes: [(PageMarks.Shape.Outline, Rect?)]
            if part.isCurved {
                shapes = [(.other, whole)]
            } else if Self.isRectangle(part.points) {
                shapes = [(.rectangle, whole)]
            } else if fills || Self.isPolygon(part.points) {
                shapes = [(.other, whole)]
            } else {
                shapes = zip(part.points, part.points.dropFirst()).map { (.line, Rect(containing: [$0, $1])) }
            }
            for (outline, box) in shapes where marks.shapes.count < PageMarks.shapeLimit {
                guard var box, box.isFinite else { continue }
                let isSlanted = outline == .line && min(box.width, box.height) > 1
                if let clip = state.clip {
                    guard let rest = box.intersection(clip) else { continue }
                    box = rest
                }
                let rim = rims[place]
                marks.shapes.append(
                    .init(
                        outline: isSlanted ? .slantedLine : outline, box: box,
                        lineWidth: rim ?? (strokes ? width : nil),
                        isDashed: strokes && state.isDashed, lineBrightness: rim == nil ? state.stroke : state.fill,
                        fillBrightness: fills && rim == nil ? state.fill : nil))
            }
        }
    }

    /// Returns the width of the rim between two boxes; negative if one does not contain the other.
    private static func rim(of box: Rect, around hole: Rect) -> Double {
        let sides = [
            hole.minX - box.minX, box.maxX - hole.maxX, hole.minY - box.minY, box.maxY - hole.maxY,
        ]
        return sides.allSatisfy { $0 > 0 } ? sides.max() ?? -1 : -1
    }

    /// Returns whether points go around a polygon with slanted sides, for instance a hexagon.
    private static func isPolygon(_ points: [Point]) -> Bool {
        guard points.count > 3, points[0].distance(to: points[points.count - 1]) < 1 else { return false }
        return !zip(points, points.dropFirst()).allSatisfy {
            ($0.x - $1.x).magnitude < 0.01 || ($0.y - $1.y).magnitude < 0.01
        }
    }

    /// Returns whether points go around a rectangle whose sides are parallel to those of the page.
    private static func isRectangle(_ points: [Point]) -> Bool {
        guard (4...6).contains(points.count), let box = Rect(containing: points) else { return false }
        let onCorners = points.allSatisfy { point in box.corners.contains { $0.distance(to: point) < 0.05 } }
        return onCorners && box.corners.allSatisfy { corner in points.contains { $0.distance(to: corner) < 0.05 } }
    }

    /// Adds the boxes and lines of the painted path. Three or four lines that run parallel to the page's sides are a
    /// box, and a box thinner than 2 points is a line.
    func paint(into marks: inout PageMarks) {
        var boxes = boxes
        var segments = segments.filter { $0.0 != $0.1 }
        if !isCurved, (3...4).contains(segments.count),
            let corners = Rect(containing: segments.flatMap { [$0.0, $0.1] }),
            corners.width > 2, corners.height > 2,
            segments.allSatisfy({ ($0.0.x - $0.1.x).magnitude < 0.01 || ($0.0.y - $0.1.y).magnitude < 0.01 })
        {
            boxes.append(corners)
            segments = []
        }
        for box in boxes where box.isFinite {
            if box.width >= 2, box.height >= 2 {
                if marks.boxes.count < PageMarks.limit { marks.boxes.append(box) }
            } else {
                let isFlat = box.width >= box.height
                let start = isFlat ? Point(x: box.minX, y: box.center.y) : Point(x: box.center.x, y: box.minY)
                let end = isFlat ? Point(x: box.maxX, y: box.center.y) : Point(x: box.center.x, y: box.maxY)
                segments.append((start, end))
            }
        }
        for (start, end) in segments where start.isFinite && end.isFinite && marks.lines.count < PageMarks.limit {
            marks.lines.append(.init(start: start, end: end))
        }
    }
}

extension AffineTransform {
    /// Whether lines parallel to the axes stay parallel to the axes.
    fileprivate var isAligned: Bool {
        let size = max(a.magnitude, b.magnitude, c.magnitude, d.magnitude)
        return max(b.magnitude, c.magnitude) < 1e-6 * size || max(a.magnitude, d.magnitude) < 1e-6 * size
    }
}

extension MarkReader.State {
    /// Restricts what is painted to the bounding box of a path.
    fileprivate mutating func clip(to path: MarkReader.Path) {
        clip(to: path.box ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0))
    }

    /// Restricts what is painted to a rectangle in page space.
    fileprivate mutating func clip(to box: Rect) {
        clip = clip.map { $0.intersection(box) ?? Rect(origin: box.origin, size: Size(width: 0, height: 0)) } ?? box
    }
}
