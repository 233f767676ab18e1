// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

/// A picture in a push button.
struct FieldPicture {
    /// The name of the picture in the resources.
    static let name = "LimnImage"
    /// The name of the icon in the resources.
    let picture: EmbeddedPicture
    private let orientation: Int
    /// Width and height as it is seen, in pixels.
    private let size: Size

    private static let pixelLimit = 50_000_000

    /// Codes a picture. JPEG stays as it is, PNG is decoded.
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
        // From 5 on, orientations of Exif swap the sides.
        size = orientation >= 5 ? Size(width: height, height: width) : Size(width: width, height: height)
    }

    /// The picture as a form of its own, one point to a pixel.
    var icon: FormAppearance {
        let bounds = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
        return FormAppearance(content: content(in: bounds), boundingBox: bounds, pictures: [Self.name: picture])
    }

    /// The operators that paint the picture into a button.
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

    /// Where the picture lies.
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
        // A picture item lies in a space where y grows downwards; a button's grows upwards.
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
