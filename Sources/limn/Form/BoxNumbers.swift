// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry
internal import LimnInk

/// The numbers beside the fields that cannot hold text, such as check boxes, as red ink.
struct BoxNumbers {
    /// The ink by page number, from 1.
    private(set) var drawings: [Int: Drawing] = [:]

    /// The side in points up to which a field is a box, whose number stands at its right. It stands above larger fields.
    private static let boxSide = 24.0

    /// Makes the numbers of all fields except those that are named.
    ///
    /// - Parameter named: the full names of the fields that hold their numbers.
    init(of form: Form, besides named: Set<String>) {
        for (index, field) in form.fields.enumerated() where !named.contains(field.name) {
            for widget in field.widgets where !widget.isHidden {
                for page in widget.pages {
                    let text = Self.text("\(index + 1)", beside: widget.rect)
                    drawings[page + 1, default: Drawing()].objects.append(PlacedObject(.text(text), above: 0))
                }
            }
        }
    }

    private static func text(_ number: String, beside rect: Rect) -> TextItem {
        let size = min(max(rect.height * 0.8, 4), 8)
        let isBox = rect.width <= boxSide && rect.height <= boxSide
        let place = isBox ? Point(x: rect.maxX + 0.5, y: rect.minY) : Point(x: rect.minX, y: rect.minY - 1.3 * size)
        return TextItem(number, TextItem.Style(size: size, weight: 700, color: Color(rgba: 0xc000_00ff)), at: place)
    }
}
