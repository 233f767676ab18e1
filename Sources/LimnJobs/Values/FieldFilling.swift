// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// The new state of one field, as determined by the parent. Workers draw and check it.
package struct FieldFilling: Codable, Hashable, Sendable {
    /// The full name.
    package var name: String
    package var kind: FormField.Kind
    /// The new value in the format of ``FormField/values``; nil to keep the value and redraw it.
    package var values: [String]?
    /// The text to show, which may be a formatted value.
    package var shown: String
    /// Whether the text is red.
    package var isRed: Bool
    /// The state of check boxes and radio buttons; nil turns all off.
    package var state: String?
    /// The index of the button to turn on if several have the same state; nil for all of them.
    package var onlyWidget: Int?
    /// The indices of the selected rows, in ascending order.
    package var places: [Int]
    /// The range of a push button's picture in the bytes of all pictures; nil for none. A button with ``values`` and
    /// without a picture loses the one it has.
    package var picture: Range<Int>?
    /// Whether the field becomes read-only.
    package var isLocked: Bool

    package init(
        name: String, kind: FormField.Kind, values: [String]? = nil, shown: String = "", isRed: Bool = false,
        state: String? = nil, onlyWidget: Int? = nil, places: [Int] = [], picture: Range<Int>? = nil,
        isLocked: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.values = values
        self.shown = shown
        self.isRed = isRed
        self.state = state
        self.onlyWidget = onlyWidget
        self.places = places
        self.picture = picture
        self.isLocked = isLocked
    }
}
