// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnPDFObjects

/// What a widget shows inside of its frame.
public enum FieldContent: Hashable, Sendable {
    /// A text in one line. Line breaks are shown as blanks.
    case line(String)
    /// A text in lines that break where the widget ends.
    case lines(String)
    /// A text with a cell for each character.
    case comb(String, cells: Int)
    /// The chosen row of a list that drops down.
    case combo(String)
    /// The rows of a list.
    ///
    /// - Parameters:
    ///   - chosen: the indices of the rows that are chosen.
    ///   - top: the index of the first row that is shown; nil for the first one from which a chosen row can be seen.
    case list([String], chosen: Set<Int>, top: Int?)
    /// The mark of a check box, or nothing where it is off.
    case check(isOn: Bool)
    /// The mark of a radio button, or nothing where it is off.
    case radio(isOn: Bool)
    /// The caption of a push button.
    case caption
    /// A picture in a push button, in JPEG or PNG.
    case picture(PictureData)
}

/// A widget whose appearance is wanted.
public struct FieldRequest: Hashable, Sendable {
    /// How the widget looks whatever it shows.
    public var look: WidgetLook
    /// What it shows.
    public var content: FieldContent

    /// Makes a request.
    public init(_ look: WidgetLook, _ content: FieldContent) {
        self.look = look
        self.content = content
    }
}

/// The appearance of a widget, and what became of its text.
public struct FieldAppearance: Hashable, Sendable {
    /// The appearance.
    public var form: FormAppearance
    /// A push button's picture as a form of its own, for the widget's /MK /I.
    public var icon: FormAppearance?
    /// The font size of the text in points; nil where there is no text.
    public var fontSize: Double?
    /// Whether all of the text is inside of the widget.
    public var fits: Bool
    /// Whether the field's own font could write the text.
    public var usesOwnFont: Bool
}

/// Why a widget gets no appearance.
public enum FieldFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No installed font has these characters.
    case noGlyph([Character])
    /// The text or the list is too long.
    case tooLong
    /// A text cannot be set, for the reason told.
    case text(String)
    /// A picture cannot be shown, for the reason told.
    case picture(String)
    /// The widget has no area.
    case noArea

    /// A sentence.
    public var description: String {
        switch self {
        case .noGlyph(let characters):
            let shown = characters.prefix(8).map { character in
                let codes = character.unicodeScalars.map { "U+" + Self.hexadecimal($0.value) }.joined(separator: " ")
                let isShown = character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return isShown ? "\(codes) “\(character)”" : codes
            }
            let more = characters.count > 8 ? " and \(characters.count - 8) more" : ""
            return "No installed font can write \(shown.joined(separator: ", "))\(more)."
        case .tooLong: return "The text is too long to be shown."
        case .text(let reason): return reason
        case .picture(let reason): return "The picture cannot be shown. \(reason)"
        case .noArea: return "The field has no area to show something in."
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
