// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A stamp as a picture. If its appearance paints anything but a single image, the picture is a PDF page with that
/// appearance.
public struct FoundPicture: Hashable, Sendable {
    /// The pixels of a picture.
    public enum Source: Hashable, Sendable {
        /// A JPEG file. Its orientation is not applied.
        case jpeg([UInt8])
        /// Rows from top to bottom, with four bytes for each pixel: red, green, blue and straight (not premultiplied)
        /// alpha.
        case pixels(width: Int, height: Int, rgba: [UInt8])
        /// A PDF of one page, for a stamp that is not just a single image.
        case pdf([UInt8])
    }

    /// The reason why a picture cannot be read, as the end of a sentence.
    struct Unreadable: Error, Hashable {
        let reason: String
        /// Whether a program that renders the stamp may still be able to show the picture.
        let isUnknown: Bool

        init(_ reason: String, isUnknown: Bool = false) { (self.reason, self.isUnknown) = (reason, isUnknown) }
    }

    /// The pixels of the picture.
    public var source: Source
    /// The object number of the image; nil if there is none, as for a PDF. Pictures with the same number are equal.
    public var number: Int?
    /// The transform from the unit square, in which the top of the picture is at y = 1, to user space.
    public var matrix: AffineTransform
    /// The visible part of the picture within the unit square.
    public var shown: Rect
    /// The opacity, 0…1.
    public var opacity: Double
}

extension FoundPicture {
    /// Returns the content of a stamp.
    static func kind(
        _ annotation: PDFObject, _ rect: Rect, _ budget: inout AnnotationBudget
    ) -> FoundAnnotation.Kind {
        do throws(Unreadable) {
            guard let form = appearance(annotation) else { throw Unreadable("has no appearance") }
            guard !rect.isEmpty, let box = form["/BBox"].flatMap({ Rect($0) }), !box.isEmpty else {
                throw Unreadable("has no area")
            }
            let placement = placement(of: box, form.formMatrix, in: rect)
            guard let picture = try onePicture(form, placement, &budget) else {
                let pdf = try StampPage.pdf(of: form, placement, in: rect)
                guard budget.take(\.pixels, pdf.count) else { throw Unreadable("would take too much memory") }
                let matrix = AffineTransform(
                    a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY)
                return .picture(
                    FoundPicture(
                        source: .pdf(pdf), matrix: matrix, shown: Rect(x0: 0, y0: 0, x1: 1, y1: 1), opacity: 1))
            }
            return .picture(picture)
        } catch {
            return .unreadable(error.reason)
        }
    }

    /// Returns the image if the appearance paints nothing else, the visible part is a rectangle, and the format can be
    /// read; otherwise nil.
    static func onePicture(
        _ form: PDFObject, _ placement: AffineTransform, _ budget: inout AnnotationBudget
    ) throws(Unreadable) -> FoundPicture? {
        var content = StampContent()
        content.read(form, placement, depth: 0, &budget)
        guard let image = try content.onlyImage(), let shown = try image.shown() else { return nil }
        let source: Source
        do throws(Unreadable) {
            source = try Self.source(of: image.object, &budget)
        } catch {
            if error.isUnknown { return nil }
            throw error
        }
        return FoundPicture(
            source: source, number: image.object.identity.map { Int($0.number) },
            matrix: image.matrix, shown: shown, opacity: image.opacity)
    }

    /// Returns the form that an annotation shows. If it has several states, the current state decides.
    private static func appearance(_ annotation: PDFObject) -> PDFObject? {
        guard let normal = annotation["/AP"]?["/N"] else { return nil }
        if normal.isStream { return normal }
        guard let state = annotation["/AS"]?.name else { return nil }
        return normal["/" + state].flatMap { $0.isStream ? $0 : nil }
    }

    /// Returns the transform that fits a form into a rectangle, applied after the form's own matrix (ISO 32000-2,
    /// 12.5.5).
    private static func placement(of box: Rect, _ matrix: AffineTransform, in rect: Rect) -> AffineTransform {
        let shown = matrix.apply(box)
        guard shown.width > 0, shown.height > 0 else { return .identity }
        let (x, y) = (rect.width / shown.width, rect.height / shown.height)
        return AffineTransform(a: x, b: 0, c: 0, d: y, tx: rect.minX - shown.minX * x, ty: rect.minY - shown.minY * y)
    }

    private static func source(
        of image: PDFObject, _ budget: inout AnnotationBudget
    ) throws(Unreadable) -> Source {
        if let id = image.identity, let known = budget.pictures[id] { return try known.get() }
        let result: Result<Source, Unreadable>
        do throws(Unreadable) {
            result = .success(try ImageReader.read(image, &budget))
        } catch { result = .failure(error) }
        if let id = image.identity { budget.pictures[id] = result }
        return try result.get()
    }
}

extension PDFObject {
    /// The /Matrix of a form; the identity if it is malformed.
    var formMatrix: AffineTransform {
        self["/Matrix"]?.numbers(6).map {
            AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        } ?? .identity
    }
}
