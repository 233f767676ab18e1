// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnPDFObjects

/// The content that a widget shows inside its frame.
public enum FieldContent: Hashable, Sendable {
    /// A text on one line. Line breaks are shown as spaces.
    case line(String)
    /// A text on several lines, wrapped at the width of the widget.
    case lines(String)
    /// A text with one cell for each character.
    case comb(String, cells: Int)
    /// The selected row of a drop-down list.
    case combo(String)
    /// The rows of a list.
    ///
    /// - Parameters:
    ///   - chosen: the indices of the selected rows.
    ///   - top: the index of the first visible row; nil to choose one from which a selected row is visible.
    case list([String], chosen: Set<Int>, top: Int?)
    /// The mark of a check box; nothing if it is off.
    case check(isOn: Bool)
    /// The mark of a radio button; nothing if it is off.
    case radio(isOn: Bool)
    /// The caption of a push button.
    case caption
    /// A JPEG or PNG picture on a push button.
    case picture(PictureData)
}

/// A request for the appearance of one widget.
public struct FieldRequest: Hashable, Sendable {
    /// The properties of the widget that do not depend on its content.
    public var look: WidgetLook
    /// The content of the widget.
    public var content: FieldContent

    /// Makes a request.
    public init(_ look: WidgetLook, _ content: FieldContent) {
        self.look = look
        self.content = content
    }
}

/// The appearance of a widget, with the font size and other facts about its text.
public struct FieldAppearance: Hashable, Sendable {
    /// The appearance.
    public var form: FormAppearance
    /// A push button's picture as a separate form, for the widget's /MK /I.
    public var icon: FormAppearance?
    /// The font size of the text in points; nil if there is no text.
    public var fontSize: Double?
    /// Whether the whole text fits inside the widget.
    public var fits: Bool
    /// Whether the text is set in the field's own font.
    public var usesOwnFont: Bool
}

/// The reason why a widget gets no appearance.
public enum FieldFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No installed font has these characters.
    case noGlyph([Character])
    /// The text or the list is too long.
    case tooLong
    /// A text cannot be typeset, for the given reason.
    case text(String)
    /// A picture cannot be shown, for the given reason.
    case picture(String)
    /// The widget has no area.
    case noArea

    /// The failure as a sentence.
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
        case .tooLong: return "The text is too long to show."
        case .text(let reason): return reason
        case .picture(let reason): return "The picture cannot be shown. \(reason)"
        case .noArea: return "The field has no area to show its value in."
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
