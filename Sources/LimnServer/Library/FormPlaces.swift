// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnGeometry

/// The positions of the fields of a form, by page and in tab order: row by row, as for /Tabs /R (ISO 32000-2, 12.5.1).
struct FormPlaces: Encodable {
    /// The position of a widget of a field.
    struct Place: Encodable {
        /// The page, from 1.
        let page: Int
        /// The full name of the field.
        let field: String
        /// The index of the field in `fields`. ``widget`` is the index of the widget in the field's `widgets`. Both
        /// count from 0.
        let index: Int
        let widget: Int
        /// The left, top, right and bottom edges in page space, in points.
        let rect: [Double]
        let type: FormField.Kind.RawValue
        /// The value of the field if this button is on; nil for widgets other than check boxes and radio buttons.
        let value: String?
        let readOnly: Bool
        /// Whether viewers do not show the widget.
        let hidden: Bool
        let align: String
    }

    private let places: [Place]

    init(of form: Form) {
        var places: [Place] = []
        for (index, field) in form.fields.enumerated() {
            for (number, widget) in field.widgets.enumerated() {
                for page in widget.pages {
                    places.append(
                        Place(
                            page: page + 1, field: field.name, index: index, widget: number,
                            rect: widget.rect.roundedEdges, type: field.kind.rawValue,
                            value: widget.state.map { state in
                                field.options.first { $0.state == state }?.value ?? state
                            },
                            readOnly: field.flags.contains(.readOnly) || form.restrictions.locks(field.name),
                            hidden: widget.isHidden, align: "\(field.alignment)"))
                }
            }
        }
        self.places = Self.ordered(places)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(places)
    }

    /// Sorts places by page, then by row, then from left to right. A row consists of the places that begin above the
    /// midpoint between the top of its first place and the nearest lower edge below. So a tall field is in the same row
    /// as the first of the low fields beside it.
    static func ordered(_ places: [Place]) -> [Place] {
        var result: [Place] = []
        for (_, page) in Dictionary(grouping: places, by: \.page).sorted(by: { $0.key < $1.key }) {
            let sorted = page.sorted { ($0.rect[1], $0.rect[0], $0.index) < ($1.rect[1], $1.rect[0], $1.index) }
            // For each index, the nearest lower edge of this place and all following places.
            var edges = sorted.map { $0.rect[3] }
            for index in edges.indices.dropLast().reversed() { edges[index] = min(edges[index], edges[index + 1]) }
            var start = 0
            while start < sorted.count {
                let limit = (sorted[start].rect[1] + edges[start]) / 2
                let row = sorted[start...].prefix { $0.rect[1] < limit }
                let end = max(start + 1, row.endIndex)
                result += sorted[start..<end].sorted { ($0.rect[0], $0.rect[1]) < ($1.rect[0], $1.rect[1]) }
                start = end
            }
        }
        return result
    }
}
