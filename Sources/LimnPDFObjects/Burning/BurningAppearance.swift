// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The normal appearance of an annotation and its place on the page.
struct BurningAppearance {
    /// The appearance itself, a Form XObject.
    let form: PDFObject
    /// The transform to user space, applied after the form's /Matrix.
    let placement: AffineTransform

    /// The result of looking for an annotation's appearance.
    enum Finding {
        case appearance(BurningAppearance)
        /// The annotation is in a state that paints nothing, such as an unticked check box.
        case blank
        case missing(BurnReport.Reason)
    }

    /// Finds the normal appearance and places it (ISO 32000-2, 12.5.5).
    ///
    /// - Parameter rotation: the rotation of the page, for annotations with the flag NoRotate.
    static func find(of annotation: PDFObject, rotation: PageGeometry.Rotation) -> Finding {
        guard let normal = annotation["/AP"]?["/N"] else { return .missing(.noAppearance) }
        var form = normal
        if !normal.isStream {
            guard normal.isDictionary, let state = annotation["/AS"]?.key else { return .missing(.noAppearance) }
            guard let chosen = normal[state], chosen.isStream else {
                return annotation["/AS"]?.isName("/Off") == true ? .blank : .missing(.noAppearance)
            }
            form = chosen
        }
        guard let box = form["/BBox"]?.rect, form["/Subtype"]?.isName("/Image") != true else {
            return .missing(.noAppearance)
        }
        guard let rect = annotation["/Rect"]?.rect, !rect.isEmpty else { return .missing(.noArea) }
        let drawn = (form["/Matrix"]?.matrix ?? .identity).apply(box)
        // A side of length 0 cannot be scaled. Viewers leave it as it is.
        let scale = (
            x: drawn.width > 0 ? rect.width / drawn.width : 1, y: drawn.height > 0 ? rect.height / drawn.height : 1
        )
        var placement = AffineTransform(
            a: scale.x, b: 0, c: 0, d: scale.y, tx: rect.minX - drawn.minX * scale.x,
            ty: rect.minY - drawn.minY * scale.y)
        if AnnotationFlags(of: annotation).contains(.noRotate) {
            placement = placement.then(.keepingUpright(about: Point(x: rect.minX, y: rect.maxY), against: rotation))
        }
        let numbers = [placement.a, placement.b, placement.c, placement.d, placement.tx, placement.ty]
        guard numbers.allSatisfy(\.isFinite) else { return .missing(.noAppearance) }
        return .appearance(BurningAppearance(form: form, placement: placement))
    }
}

extension AffineTransform {
    /// Returns a rotation about a point in user space that compensates for the rotation of the page.
    fileprivate static func keepingUpright(
        about pivot: Point, against rotation: PageGeometry.Rotation
    ) -> AffineTransform {
        let (cosine, sine): (Double, Double) =
            switch rotation {
            case .none: (1, 0)
            case .clockwise90: (0, 1)
            case .half: (-1, 0)
            case .clockwise270: (0, -1)
            }
        return AffineTransform(
            a: cosine, b: sine, c: -sine, d: cosine, tx: pivot.x - cosine * pivot.x + sine * pivot.y,
            ty: pivot.y - sine * pivot.x - cosine * pivot.y)
    }
}

extension PDFObject {
    /// The matrix that an array of six numbers describes; nil for other objects.
    var matrix: AffineTransform? {
        guard count == 6 else { return nil }
        let n = items.compactMap(\.number)
        guard n.count == 6, n.allSatisfy(\.isFinite) else { return nil }
        return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }
}
