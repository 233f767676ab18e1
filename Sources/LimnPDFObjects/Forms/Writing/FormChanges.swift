// SPDX-License-Identifier: GPL-3.0-or-later

/// What is written into a form.
public struct FormChanges: Sendable {
    /// The fields.
    public var fields: [FilledField]
    /// Whether an XFA form beside the fields is removed, so that viewers show the fields.
    public var removesXFA: Bool
    /// The new data of such a form, from ``ObjectDocument/datasets(filledWith:)``; nil where they stay or are removed.
    public var datasets: [UInt8]?

    /// Makes a description of changes.
    public init(fields: [FilledField] = [], removesXFA: Bool = false, datasets: [UInt8]? = nil) {
        (self.fields, self.removesXFA, self.datasets) = (fields, removesXFA, datasets)
    }
}

/// What is written into a field: its value, and what its widgets show.
public struct FilledField: Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// A text; of combos, too, for what is no row.
        case text(String)
        /// Chosen rows: their export values and their places among the rows, ascending.
        case rows([String], places: [Int])
        /// The state of check boxes and radio buttons by its name as ``FormField`` tells it; nil turns all off.
        case state(String?)
    }

    /// What a widget shows.
    public enum Appearance: Hashable, Sendable {
        /// One appearance.
        case shown(FormAppearance)
        /// The appearances of a button that is on and off.
        case states(on: FormAppearance, off: FormAppearance)
        /// A picture on a push button, and the picture alone.
        case picture(FormAppearance, icon: FormAppearance)

        /// Whether something shows through.
        var isTransparent: Bool {
            switch self {
            case .shown(let shown): shown.isTransparent
            case .states(let on, let off): on.isTransparent || off.isTransparent
            case .picture(let shown, let icon): shown.isTransparent || icon.isTransparent
            }
        }
    }

    /// The full name.
    public var name: String
    /// The value; nil where it stays.
    public var value: Value?
    /// What the widgets show, by their place in ``FormField/widgets``. Others keep their appearance; of buttons the state
    /// that is shown follows the value.
    public var appearances: [Int: Appearance]
    /// The one radio button that goes on where several have the same state; nil for all.
    public var onlyWidget: Int?
    /// Whether viewers shall not let a person change it any more.
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
