// SPDX-License-Identifier: Apache-2.0

/// A page's boxes, rotation and unit, and the conversion between page space and user space.
///
/// No other type converts between the two.
///
/// *Page space* is in points (1/72 inch). Its origin is the top-left corner of the page as displayed, and y increases
/// downwards. CropBox, /Rotate and /UserUnit are already applied. *User space* is the PDF's own coordinate system.
public struct PageGeometry: Hashable, Sendable {
    /// A quarter-turn rotation of the displayed page, clockwise.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        /// No rotation.
        case none = 0
        /// A quarter turn clockwise.
        case clockwise90 = 90
        /// Upside down.
        case half = 180
        /// A quarter turn anticlockwise.
        case clockwise270 = 270

        /// Makes the rotation for a /Rotate value.
        ///
        /// Multiples of 90 are reduced modulo 360. Any other value counts as 0.
        public init(degrees: Int) {
            let positive = ((degrees % 360) + 360) % 360
            self = Rotation(rawValue: positive) ?? .none
        }

        /// Whether the rotation swaps width and height.
        public var isSideways: Bool { self == .clockwise90 || self == .clockwise270 }

        /// The rotation that takes this one back.
        public var inverse: Rotation { Rotation(degrees: -rawValue) }

        /// Returns both rotations as one.
        public func adding(_ other: Rotation) -> Rotation { Rotation(degrees: rawValue + other.rawValue) }

        /// The transform of page space when a page is turned, so that its content turns with it.
        ///
        /// - Parameter size: the size of the page before, in points.
        public func transform(turning size: Size) -> AffineTransform {
            switch self {
            case .none: .identity
            case .clockwise90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0)
            case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
            case .clockwise270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width)
            }
        }
    }

    /// US Letter, which viewers assume if the MediaBox is missing or unusable.
    public static let defaultMediaBox = Rect(x0: 0, y0: 0, x1: 612, y1: 792)

    /// The normalized MediaBox in user space; ``defaultMediaBox`` if the page's MediaBox is missing or unusable.
    public let mediaBox: Rect
    /// The displayed part of user space: CropBox ∩ MediaBox, or the MediaBox if this intersection is empty.
    public let displayBox: Rect
    /// The clockwise rotation of the displayed page.
    public let rotation: Rotation
    /// The number of points per unit of user space, finite and positive; 1 by default.
    public let userUnit: Double

    /// Makes a geometry from a page's attributes. Unusable values are replaced by defaults.
    ///
    /// - Parameters:
    ///   - mediaBox: the MediaBox; if it is nil, empty or not finite, ``defaultMediaBox`` is used.
    ///   - cropBox: the CropBox; if it is nil, empty, not finite or outside the MediaBox, the MediaBox is used.
    ///   - rotate: /Rotate in degrees; values that are not multiples of 90 count as 0.
    ///   - userUnit: /UserUnit; values that are not finite and positive count as 1.
    public init(mediaBox: Rect?, cropBox: Rect? = nil, rotate: Int = 0, userUnit: Double = 1) {
        func usable(_ r: Rect?) -> Rect? { r.flatMap { $0.isFinite && !$0.isEmpty ? $0 : nil } }
        let media = usable(mediaBox) ?? Self.defaultMediaBox
        self.mediaBox = media
        displayBox = usable(usable(cropBox)?.intersection(media)) ?? media
        rotation = Rotation(degrees: rotate)
        self.userUnit = userUnit.isFinite && userUnit > 0 ? userUnit : 1
    }

    /// Returns the geometry of the page after its boxes have grown to a frame. Content keeps its place in user space.
    ///
    /// - Parameter frame: a rectangle in page space that contains the page.
    public func framed(_ frame: Rect) -> PageGeometry {
        let box = pageToUser.apply(frame)
        return PageGeometry(
            mediaBox: mediaBox.union(box), cropBox: box, rotate: rotation.rawValue, userUnit: userUnit)
    }

    /// Returns the geometry of the page after it was turned clockwise, in addition to its own rotation.
    public func turned(_ turn: Rotation) -> PageGeometry {
        PageGeometry(
            mediaBox: mediaBox, cropBox: displayBox, rotate: rotation.adding(turn).rawValue, userUnit: userUnit)
    }

    /// Returns whether two geometries are the same except for the rounding of boxes.
    ///
    /// - Parameter distance: the largest difference of coordinates, in units of user space.
    public func isClose(to other: PageGeometry, within distance: Double = 0.001) -> Bool {
        func areClose(_ a: Rect, _ b: Rect) -> Bool {
            let differences = [a.minX - b.minX, a.minY - b.minY, a.maxX - b.maxX, a.maxY - b.maxY]
            return differences.allSatisfy { $0.magnitude <= distance }
        }
        return rotation == other.rotation && userUnit == other.userUnit
            && areClose(mediaBox, other.mediaBox) && areClose(displayBox, other.displayBox)
    }

    /// The size of the displayed page in points.
    public var size: Size {
        let (w, h) = (displayBox.width * userUnit, displayBox.height * userUnit)
        return rotation.isSideways ? Size(width: h, height: w) : Size(width: w, height: h)
    }

    /// The displayed page in page space. Its origin is (0, 0).
    public var bounds: Rect { Rect(origin: .zero, size: size) }

    /// The transform from page space to user space.
    public var pageToUser: AffineTransform {
        let (b, s) = (displayBox, 1 / userUnit)
        return switch rotation {
        case .none: AffineTransform(a: s, b: 0, c: 0, d: -s, tx: b.minX, ty: b.maxY)
        case .clockwise90: AffineTransform(a: 0, b: s, c: s, d: 0, tx: b.minX, ty: b.minY)
        case .half: AffineTransform(a: -s, b: 0, c: 0, d: s, tx: b.maxX, ty: b.minY)
        case .clockwise270: AffineTransform(a: 0, b: -s, c: -s, d: 0, tx: b.maxX, ty: b.maxY)
        }
    }

    /// The transform from user space to page space.
    public var userToPage: AffineTransform {
        let (b, u) = (displayBox, userUnit)
        return switch rotation {
        case .none: AffineTransform(a: u, b: 0, c: 0, d: -u, tx: -u * b.minX, ty: u * b.maxY)
        case .clockwise90: AffineTransform(a: 0, b: u, c: u, d: 0, tx: -u * b.minY, ty: -u * b.minX)
        case .half: AffineTransform(a: -u, b: 0, c: 0, d: u, tx: u * b.maxX, ty: -u * b.minY)
        case .clockwise270: AffineTransform(a: 0, b: -u, c: -u, d: 0, tx: u * b.maxY, ty: u * b.maxX)
        }
    }
}
