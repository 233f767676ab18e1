// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnGeometry

/// A form field to add to a document. It has no value.
public struct NewField: Hashable, Sendable {
    /// A place where a field is shown.
    public struct Widget: Hashable, Sendable {
        /// The page, counted from 0.
        public var page: Int
        /// The rectangle in page space, in points.
        public var rect: Rect
        /// For check boxes and radio buttons, the name of the "on" state.
        public var state: String?
        /// For check boxes and radio buttons, the appearances of both states.
        public var appearance: FilledField.Appearance?

        /// Makes a place.
        public init(page: Int, rect: Rect, state: String? = nil) {
            (self.page, self.rect, self.state) = (page, rect, state)
        }
    }

    /// The full name. Its periods separate the levels of the form's tree.
    public var name: String
    /// The kind: text, check, radio, push or signature.
    public var kind: FormField.Kind
    /// The flags. Those that state the kind are added when the field is written.
    public var flags: FieldFlags
    /// The maximum number of characters of a text; nil for no limit.
    public var maximumLength: Int?
    /// The name that viewers show and screen readers speak (/TU).
    public var tooltip: String?
    /// The alignment of a text.
    public var alignment: WidgetLook.Alignment
    /// The size of a text in points; 0 if viewers fit the text to its place.
    public var fontSize: Double
    /// The rows of a list or a combo box.
    public var choices: [String] = []
    /// The full names of the fields whose sum is the value of a text; empty if it is typed.
    public var summands: [String] = []
    /// When the sum is computed: after those of lower ranks.
    public var calculationRank = 0
    /// By how many degrees the content is turned clockwise on the displayed page: 0, 90, 180 or 270.
    public var turn = 0
    /// The places. Only radio buttons have several.
    public var widgets: [Widget]

    /// Makes a field.
    public init(
        name: String, kind: FormField.Kind, flags: FieldFlags = [], maximumLength: Int? = nil, tooltip: String? = nil,
        alignment: WidgetLook.Alignment = .left, fontSize: Double = 0, widgets: [Widget]
    ) {
        self.name = name
        self.kind = kind
        self.flags = flags
        self.maximumLength = maximumLength
        self.tooltip = tooltip
        self.alignment = alignment
        self.fontSize = fontSize
        self.widgets = widgets
    }

    /// The parts of the full name, from the root of the form's tree.
    var path: [String] { FieldDesign.parts(of: name).filter { !$0.isEmpty } }

    /// The mark of check boxes and radio buttons, a character of ZapfDingbats.
    var mark: String { kind == .radio ? "l" : "4" }

    /// Returns the rotation of the content in user space, in degrees counterclockwise.
    func rotation(on geometry: PageGeometry) -> Int {
        geometry.rotation.adding(PageGeometry.Rotation(degrees: -turn)).rawValue
    }

    /// The entries of the field's dictionary except /Parent and /Kids. No value is a reference.
    func entries(userUnit: Double) -> [PDFEntry] {
        let (type, own): (String, FieldFlags) =
            switch kind {
            case .text: ("/Tx", [])
            case .check: ("/Btn", [])
            case .radio: ("/Btn", [.radio, .noToggleToOff])
            case .push: ("/Btn", .pushButton)
            case .list: ("/Ch", [])
            case .combo: ("/Ch", .combo)
            case .signature: ("/Sig", [])
            }
        var entries: [PDFEntry] = [("/FT", .text(type)), ("/T", .text(.string(path.last ?? "")))]
        if let tooltip { entries.append(("/TU", .text(.string(tooltip)))) }
        let flags = flags.union(own).rawValue
        if flags != 0 { entries.append(("/Ff", .text("\(flags)"))) }
        let isButton = kind == .check || kind == .radio
        if isButton { entries.append(("/V", .text("/Off"))) }
        if kind != .signature {
            let font = isButton ? "/ZaDb 0" : "/Helv \(decimal(fontSize / userUnit))"
            entries.append(("/DA", .text(.string("\(font) Tf 0 g"))))
        }
        if !choices.isEmpty { entries.append(("/Opt", .array(choices.map { .text(.string($0)) }))) }
        if !summands.isEmpty {
            // The script that Acrobat writes for a sum.
            let names = summands.map { "\"\($0.escapedInScript)\"" }.joined(separator: ", ")
            let script = "AFSimple_Calculate(\"SUM\", new Array(\(names)));"
            let action: PDFValue = .dictionary([("/S", .text("/JavaScript")), ("/JS", .text(.string(script)))])
            entries.append(("/AA", .dictionary([("/C", action)])))
        }
        if kind == .text {
            if let maximumLength { entries.append(("/MaxLen", .text("\(maximumLength)"))) }
            if alignment != .left { entries.append(("/Q", .text("\(alignment.rawValue)"))) }
        }
        return entries
    }
}

extension String {
    /// The text with what ends a string of JavaScript escaped.
    fileprivate var escapedInScript: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\", "\"": text += "\\"
            case "\u{2028}", "\u{2029}":
                text += "\\u" + String(scalar.value, radix: 16)
                return
            default: break
            }
            text.unicodeScalars.append(scalar)
        }
    }
}

extension ObjectDocument {
    /// Returns the look that a place of a new field will have.
    ///
    /// - Throws: ``PDFObjectsError`` with `noSuchPage`.
    public func look(of field: NewField, at widget: NewField.Widget) throws(PDFObjectsError) -> WidgetLook {
        let geometry = try tree.leaf(at: widget.page).geometry
        let box = geometry.pageToUser.apply(widget.rect)
        return WidgetLook(
            size: box.size, rotation: field.rotation(on: geometry), border: .init(width: 0),
            text: DefaultAppearance(fontName: "ZaDb"), font: FieldFont(.zapfDingbats, named: "ZaDb"),
            caption: field.mark)
    }
}
