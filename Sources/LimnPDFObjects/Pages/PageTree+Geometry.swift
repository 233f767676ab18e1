// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageTree.Leaf {
    /// The page's boxes, rotation and user unit. Malformed values count as absent at their level of the tree, as in
    /// poppler.
    var geometry: PageGeometry {
        PageGeometry(
            mediaBox: inherited { $0["/MediaBox"]?.rect },
            cropBox: inherited { $0["/CropBox"]?.rect },
            rotate: inherited { $0["/Rotate"]?.int } ?? 0,
            userUnit: page["/UserUnit"]?.number ?? 1)
    }
}

extension PDFObject {
    /// The rectangle that an array of four numbers describes, with its corners in any order; nil for other objects.
    var rect: Rect? {
        guard count == 4 else { return nil }
        let numbers = items.compactMap(\.number)
        guard numbers.count == 4 else { return nil }
        return Rect(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3])
    }
}
