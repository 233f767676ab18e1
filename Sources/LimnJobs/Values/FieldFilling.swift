// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms

/// What one field gets, once it is decided; workers draw and check it, and decide nothing.
package struct FieldFilling: Codable, Hashable, Sendable {
    /// The full name.
    package var name: String
    package var kind: FormField.Kind
    /// The value that the field has afterwards, as ``FormField/values`` tells it; nil where it stays and is drawn anew.
    package var values: [String]?
    /// The text that is shown, which may be a formatted value.
    package var shown: String
    /// Whether that is shown in red.
    package var isRed: Bool
    /// The state of check boxes and radio buttons; nil turns all off.
    package var state: String?
    /// The one button that goes on where several have the same state.
    package var onlyWidget: Int?
    /// The places of the chosen rows, ascending.
    package var places: [Int]
    /// Where the picture of a push button lies among the pictures' bytes.
    package var picture: Range<Int>?
    /// Whether viewers shall not let a person change it any more.
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
