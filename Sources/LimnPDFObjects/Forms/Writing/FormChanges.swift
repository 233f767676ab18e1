// SPDX-License-Identifier: GPL-3.0-or-later

/// The changes to a form.
public struct FormChanges: Sendable {
    /// The fields that change.
    public var fields: [FilledField]
    /// Whether to remove an XFA form that accompanies the fields, so that viewers show the fields.
    public var removesXFA: Bool
    /// The new data of the XFA form, from ``ObjectDocument/datasets(filledWith:)``; nil to keep the data, or if it is
    /// removed.
    public var datasets: [UInt8]?

    /// Makes a description of changes.
    ///
    /// - Parameters:
    ///   - fields: the fields with their new values and appearances.
    ///   - removesXFA: whether the XFA form is removed.
    ///   - datasets: the new data of the XFA form; nil to keep it.
    public init(fields: [FilledField] = [], removesXFA: Bool = false, datasets: [UInt8]? = nil) {
        (self.fields, self.removesXFA, self.datasets) = (fields, removesXFA, datasets)
    }
}

/// The changes to a field: its value and the appearances of its widgets.
public struct FilledField: Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// A text. For a combo box, it is a text that is not one of the rows.
        case text(String)
        /// The chosen rows: their export values and their indices, in ascending order.
        case rows([String], places: [Int])
        /// The name of the state of check boxes and radio buttons, as in ``FormField``; nil turns all of them off.
        case state(String?)
    }

    /// The new appearance of a widget.
    public enum Appearance: Hashable, Sendable {
        /// One appearance.
        case shown(FormAppearance)
        /// The appearances of a button's "on" and "off" states.
        case states(on: FormAppearance, off: FormAppearance)
        /// The appearance of a button's "off" state, beside those that the button has.
        case off(FormAppearance)
        /// The appearance of a push button with a picture, and the picture alone.
        case picture(FormAppearance, icon: FormAppearance)

        /// Whether a picture is translucent.
        var isTransparent: Bool {
            switch self {
            case .shown(let shown): shown.isTransparent
            case .states(let on, let off): on.isTransparent || off.isTransparent
            case .off(let off): off.isTransparent
            case .picture(let shown, let icon): shown.isTransparent || icon.isTransparent
            }
        }
    }

    /// The full name of the field.
    public var name: String
    /// The new value; nil to keep the old one.
    public var value: Value?
    /// The new appearances of widgets, by their index in ``FormField/widgets``. Other widgets keep their appearances,
    /// but buttons always show the state that matches the value.
    public var appearances: [Int: Appearance]
    /// The index of the radio button to turn on if several have the same state; nil to turn on all of them.
    public var onlyWidget: Int?
    /// Whether viewers should prevent further changes to the field.
    public var isLocked: Bool

    /// Makes a filled field.
    public init(
        name: String, value: Value? = nil, appearances: [Int: Appearance] = [:], onlyWidget: Int? = nil,
        isLocked: Bool = false
    ) {
        self.name = name
        self.value = value
        self.appearances = appearances
        self.onlyWidget = onlyWidget
        self.isLocked = isLocked
    }
}
