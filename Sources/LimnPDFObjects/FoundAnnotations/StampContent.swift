// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Finds the images that a form paints, and whether it paints anything else.
struct StampContent {
    /// A painted image.
    struct Image {
        let object: PDFObject
        /// The transform from the unit square to user space.
        let matrix: AffineTransform
        let opacity: Double
        /// The corners of the parallelograms that clip the image, in user space.
        let clips: [[Point]]
        /// Whether other shapes also clip the image.
        let hasOtherClip: Bool
    }

    private struct State {
        var matrix: AffineTransform
        var opacity = 1.0
        var clips: [[Point]] = []
        var hasOtherClip = false
    }

    private var images: [Image] = []
    private var paintsMore = false
    private var isTooLong = false
    private var formCount = 0

    private static let depthLimit = 8
    private static let formLimit = 200
    private static let clipLimit = 16

    /// Returns the image; nil if the form paints several images or anything else.
    func onlyImage() throws(FoundPicture.Unreadable) -> Image? {
        if isTooLong { throw FoundPicture.Unreadable("has an appearance that is too complex") }
        return !paintsMore && images.count == 1 && images[0].object["/ImageMask"]?.bool != true ? images[0] : nil
    }

    /// Reads a form.
    ///
    /// - Parameter matrix: the transform from the space around the form to user space.
    mutating func read(_ form: PDFObject, _ matrix: AffineTransform, depth: Int, _ budget: inout AnnotationBudget) {
        read(form, State(matrix: matrix), depth: depth, &budget)
    }

    private mutating func read(_ form: PDFObject, _ outer: State, depth: Int, _ budget: inout AnnotationBudget) {
        formCount += 1
        guard depth < Self.depthLimit, formCount <= Self.formLimit, let data = try? form.decodedData() else {
            isTooLong = true
            return
        }
        var state = outer
        state.matrix = form.formMatrix.then(outer.matrix)
        if let box = form["/BBox"].flatMap({ Rect($0) }) { clip(&state, to: box.corners) }
        let resources = form["/Resources"]
        data.withUnsafeBufferPointer { buffer in
            run(buffer, state, resources, depth, &budget)
        }
    }

    private mutating func run(
        _ buffer: UnsafeBufferPointer<UInt8>, _ initial: State, _ resources: PDFObject?, _ depth: Int,
        _ budget: inout AnnotationBudget
    ) {
        var tokens = ContentTokenizer(buffer)
        var state = initial
        var saved: [State] = []
        var numbers: [Double] = []
        var name = ""
        // The rectangle in the current path, and whether the path contains anything else.
        var path: (box: [Point]?, isOther: Bool) = (nil, false)
        var clips = false
        func text(_ token: ContentTokenizer.Token) -> String {
            String(decoding: buffer[token.start..<token.end], as: UTF8.self)
        }
        while let token = tokens.next() {
            guard budget.take(\.operators, 1) else {
                isTooLong = true
                return
            }
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
            switch text(token) {
            case "q":
                if saved.count < 64 { saved.append(state) } else { isTooLong = true }
            case "Q": state = saved.popLast() ?? state
            case "cm" where numbers.count == 6:
                let m = AffineTransform(
                    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
                state.matrix = m.then(state.matrix)
            case "gs":
                let alpha = resources?["/ExtGState"]?[name]?["/ca"]?.number ?? state.opacity
                state.opacity = alpha.isFinite ? max(0, min(1, alpha)) : 1
            case "re" where numbers.count >= 4:
                let n = Array(numbers.suffix(4))
                if path.box != nil { path.isOther = true }
                path.box = Rect(x0: n[0], y0: n[1], x1: n[0] + n[2], y1: n[1] + n[3]).corners
            case "m", "l", "c", "v", "y": path.isOther = true
            case "W", "W*": clips = true
            case "n":
                if clips, path.isOther {
                    state.hasOtherClip = true
                } else if clips, let box = path.box {
                    clip(&state, to: box)
                }
                (path, clips) = ((nil, false), false)
            case "Do": paint(resources?["/XObject"]?[name], state, depth, &budget)
            case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", "\"", "BI":
                paintsMore = true
                return
            default: break
            }
            numbers = []
        }
    }

    private mutating func paint(
        _ object: PDFObject?, _ state: State, _ depth: Int, _ budget: inout AnnotationBudget
    ) {
        guard let object, object.isStream else { return }
        if object["/Subtype"]?.isName("/Image") == true {
            guard images.count < 2 else { return }
            images.append(
                Image(
                    object: object, matrix: state.matrix, opacity: state.opacity, clips: state.clips,
                    hasOtherClip: state.hasOtherClip))
        } else {
            read(object, state, depth: depth + 1, &budget)
        }
    }

    private func clip(_ state: inout State, to corners: [Point]) {
        guard state.clips.count < Self.clipLimit else {
            state.hasOtherClip = true
            return
        }
        state.clips.append(corners.map { state.matrix.apply($0) })
    }
}

extension StampContent.Image {
    /// Returns the visible part of the unit square; nil if it is not a rectangle.
    func shown() throws(FoundPicture.Unreadable) -> Rect? {
        guard matrix.isFinite, let inverse = matrix.inverted else { throw FoundPicture.Unreadable("has no area") }
        var shown = Rect(x0: 0, y0: 0, x1: 1, y1: 1)
        var isSlanted = hasOtherClip
        var others: [[Point]] = []
        for clip in clips {
            let corners = clip.map { inverse.apply($0) }
            guard let box = Rect(containing: corners), box.isFinite else { continue }
            let isAligned = corners.allSatisfy { corner in
                min((corner.x - box.minX).magnitude, (box.maxX - corner.x).magnitude) < 1e-3
                    && min((corner.y - box.minY).magnitude, (box.maxY - corner.y).magnitude) < 1e-3
            }
            guard isAligned else {
                others.append(corners)
                continue
            }
            guard let rest = shown.intersection(box), !rest.isEmpty else {
                throw FoundPicture.Unreadable("shows nothing")
            }
            shown = rest
        }
        // A clip that contains the whole visible part has no effect, regardless of its shape.
        if !others.allSatisfy({ Self.contains($0, shown) }) { isSlanted = true }
        return isSlanted ? nil : shown.snapped
    }

    /// Returns whether all corners of a rectangle lie within a convex polygon, with a small tolerance.
    private static func contains(_ polygon: [Point], _ box: Rect) -> Bool {
        var side = 0.0
        for (index, start) in polygon.enumerated() {
            let edge = polygon[(index + 1) % polygon.count] - start
            for corner in box.corners {
                let turn = edge.cross(corner - start)
                if turn.magnitude <= 1e-3 * edge.length { continue }
                if side == 0 { side = turn }
                if side * turn < 0 { return false }
            }
        }
        return true
    }
}

extension Rect {
    /// The rectangle with edges moved onto those of the unit square if they almost coincide.
    fileprivate var snapped: Rect {
        func snap(_ value: Double) -> Double {
            (value - value.rounded()).magnitude < 1e-3 ? value.rounded() : (value * 1e6).rounded() / 1e6
        }
        return Rect(x0: snap(minX), y0: snap(minY), x1: snap(maxX), y1: snap(maxY))
    }
}
