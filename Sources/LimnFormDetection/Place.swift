// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
internal import LimnGeometry

/// A place that may become a field.
@dynamicMemberLookup
struct Place {
    /// The field that it may become, on the upright page.
    var field: DetectedField
    /// The index of the cell that it lies in.
    var cell: Int?
    /// The outline to which captions are near; nil for the place itself.
    var caption: Rect?

    init(
        kind: FormField.Kind = .text, rect: Rect, certainty: Double, label: String = "", cells: Int? = nil,
        cell: Int? = nil
    ) {
        field = DetectedField(kind, page: 1, rect: rect, certainty: certainty, label: label)
        field.cells = cells
        self.cell = cell
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<DetectedField, Value>) -> Value {
        get { field[keyPath: path] }
        set { field[keyPath: path] = newValue }
    }
}
