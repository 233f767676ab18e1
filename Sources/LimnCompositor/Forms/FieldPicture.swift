// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// A picture on a push button.
struct FieldPicture {
    /// The name of the picture in the resource dictionary.
    static let name = "LimnImage"
    /// The encoded picture.
    let picture: EmbeddedPicture
    private let orientation: Int
    /// The width and height of the picture as displayed, in pixels.
    private let size: Size

    private static let pixelLimit = 50_000_000

    /// Encodes a picture. JPEG data stays unchanged; PNG data is decoded.
    init(_ data: PictureData) throws(FieldFailure) {
        let written: WritablePicture
        do { written = try WritablePicture(data, name: Self.name, pixelLimit: Self.pixelLimit) } catch {
            throw .picture("\(error)")
        }
        guard case .pixels(let pixels) = written.content else {
            throw .picture("A button shows JPEG and PNG files only.")
        }
        picture = pixels
        orientation = written.orientation
        let (width, height) = (Double(pixels.color.width), Double(pixels.color.height))
        // Exif orientations from 5 on swap width and height.
        size = orientation >= 5 ? Size(width: height, height: width) : Size(width: width, height: height)
    }

    /// The picture as a separate form, with one point for each pixel.
    var icon: FormAppearance {
        let bounds = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
        return FormAppearance(content: content(in: bounds), boundingBox: bounds, pictures: [Self.name: picture])
    }

    /// Returns the operators that paint the picture on a button.
    func content(_ look: WidgetLook, _ box: FieldBox) -> [UInt8] {
        let clip = look.iconFit.coversFrame ? box.bounds : box.clip(isCombo: false)
        guard !clip.isEmpty, size.width > 0, size.height > 0 else { return [] }
        var writer = FieldWriter()
        writer.line("q")
        writer.emit(clip.minX, clip.minY, clip.width, clip.height, name: "re")
        writer.line("W\nn")
        writer.append(content(in: frame(look.iconFit, in: clip)))
        writer.line("Q")
        return writer.bytes
    }

    /// Returns the rectangle that the picture fills.
    private func frame(_ fit: IconFit, in room: Rect) -> Rect {
        var (x, y) = (room.width / size.width, room.height / size.height)
        if fit.isProportional { (x, y) = (min(x, y), min(x, y)) }
        switch fit.scaling {
        case .always: break
        case .whenBigger: (x, y) = (min(x, 1), min(y, 1))
        case .whenSmaller: (x, y) = (max(x, 1), max(y, 1))
        case .never: (x, y) = (1, 1)
        }
        let (width, height) = (size.width * x, size.height * y)
        let left = room.minX + (room.width - width) * fit.position.x
        let bottom = room.minY + (room.height - height) * fit.position.y
        return Rect(x0: left, y0: bottom, x1: left + width, y1: bottom + height)
    }

    private func content(in frame: Rect) -> [UInt8] {
        // In the space of a picture item, y points down; in the space of a button, it points up.
        let placed = PictureItem(PictureData([], format: .png), frame: frame).placement(orientation: orientation)
        let flip = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        let mirror = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: frame.minY + frame.maxY)
        let t = flip.then(placed).then(mirror)
        var writer = FieldWriter()
        writer.line("q")
        writer.emit(t.a, t.b, t.c, t.d, t.tx, t.ty, name: "cm")
        writer.line("/\(Self.name) Do\nQ")
        return writer.bytes
    }
}
