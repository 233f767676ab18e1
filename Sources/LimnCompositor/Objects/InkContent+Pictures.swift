// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
internal import LimnPDFObjects

extension InkContent {
    /// Writes a picture in the space of its item.
    mutating func write(_ item: PictureItem, _ picture: WritablePicture) {
        switch picture.content {
        case .pixels(let pixels): pictures[picture.name] = pixels
        case .page(let page): pages[picture.name] = page
        }
        setAlpha(item.opacity)
        if item.crop != PictureItem.whole {
            let frame = item.frame
            emit(Self.text(frame.minX, frame.minY, frame.width, frame.height) + " re W n")
        }
        // In PDF, the unit square of an image or a page has its top at y = 1.
        let flip = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        concatenate(flip.then(item.placement(orientation: picture.orientation)))
        emit("/\(picture.name) Do")
    }
}

extension PictureItem {
    /// Returns the transform from the unit square of the stored pixels to the item's own space. In the unit square, the
    /// first row is at the top and y points down. Cropped parts lie outside the frame.
    ///
    /// - Parameter orientation: the Exif orientation, 1…8; any other number counts as 1.
    /// - Returns: the transform; the transform of the item then leads to page space.
    public func placement(orientation: Int) -> AffineTransform {
        let turn =
            switch orientation {
            case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
            case 3: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
            case 4: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
            case 5: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case 6: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
            case 7: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
            case 8: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
            default: AffineTransform.identity
            }
        let (x, y) = (frame.width / crop.width, frame.height / crop.height)
        return turn.then(
            AffineTransform(
                a: x, b: 0, c: 0, d: y, tx: frame.minX - crop.minX * x, ty: frame.minY - crop.minY * y))
    }
}
