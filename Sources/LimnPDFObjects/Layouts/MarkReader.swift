// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Collects the marks that a content stream and its forms paint, except text and shadings (ISO 32000-2, 8.5).
struct MarkReader {
    /// The maximum number of decoded bytes of a page's content or of a form.
    static let byteLimit = 64 << 20
    private static let depthLimit = 8
    private static let formLimit = 200
    private static let operatorLimit = 2_000_000
    private static let segmentLimit = 20_000

    /// A path that is being built, in page space.
    fileprivate struct Path {
        var boxes: [Rect] = []
        var segments: [(Point, Point)] = []
        var start: Point?
        var at: Point?
        /// Whether the path has a curve.
        var isCurved = false
    }

    private(set) var marks = PageMarks()
    private(set) var hashes: PictureHashes
    private var formCount = 0
    private var operatorCount = 0

    init(hashes: PictureHashes) { self.hashes = hashes }

    /// Collects the marks of decoded content.
    ///
    /// - Parameter matrix: the transform from the content's space to page space.
    mutating func read(_ data: [UInt8], resources: PDFObject?, _ matrix: AffineTransform) {
        data.withUnsafeBufferPointer { run($0, resources, matrix, depth: 0) }
    }

    private mutating func run(
        _ buffer: UnsafeBufferPointer<UInt8>, _ resources: PDFObject?, _ initial: AffineTransform, depth: Int
    ) {
        var tokens = ContentTokenizer(buffer)
        var (matrix, saved) = (initial, [AffineTransform]())
        var numbers: [Double] = []
        var name = ""
        var path = Path()
        func text(_ token: ContentTokenizer.Token) -> String {
            String(decoding: buffer[token.start..<token.end], as: UTF8.self)
        }
        func point(_ index: Int) -> Point { matrix.apply(Point(x: numbers[index], y: numbers[index + 1])) }
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
            switch tokens.word(token) {
            case "q": if saved.count < 64 { saved.append(matrix) }
            case "Q": matrix = saved.popLast() ?? matrix
            case "cm" where numbers.count == 6:
                matrix = AffineTransform(
                    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]
                ).then(matrix)
            case "re" where numbers.count >= 4:
                numbers = Array(numbers.suffix(4))
                let corner = Point(x: numbers[0] + numbers[2], y: numbers[1] + numbers[3])
                path.add(from: point(0), to: matrix.apply(corner), isAligned: matrix.isAligned)
            case "m" where numbers.count >= 2:
                (path.start, path.at) = (point(numbers.count - 2), point(numbers.count - 2))
            case "l" where numbers.count >= 2: path.line(to: point(numbers.count - 2), limit: Self.segmentLimit)
            case "h": if let start = path.start { path.line(to: start, limit: Self.segmentLimit) }
            case "c", "v", "y":
                path.isCurved = true
                if numbers.count >= 2 { path.at = point(numbers.count - 2) }
            case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*":
                path.paint(into: &marks)
                path = Path()
            case "n": path = Path()
            case "Do":
                paint(resources?["/XObject"]?[name], matrix, depth)
            default: break
            }
            numbers = []
        }
    }

    private mutating func paint(_ object: PDFObject?, _ matrix: AffineTransform, _ depth: Int) {
        guard let object, object.isStream else { return }
        if object["/Subtype"]?.isName("/Image") == true {
            let box = matrix.apply(Rect(x0: 0, y0: 0, x1: 1, y1: 1))
            guard marks.pictures.count < PageMarks.limit, box.isFinite, let hash = hashes.hash(of: object) else {
                return
            }
            marks.pictures.append(.init(hash: hash, box: box))
            return
        }
        formCount += 1
        guard depth < Self.depthLimit, formCount <= Self.formLimit, let data = try? object.decodedData(),
            data.count <= Self.byteLimit
        else { return }
        let inner = object.formMatrix.then(matrix)
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
