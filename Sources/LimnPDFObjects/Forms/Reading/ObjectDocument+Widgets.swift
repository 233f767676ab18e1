// SPDX-License-Identifier: GPL-3.0-or-later

/// How a widget of a field looks, and what it can show.
public struct FieldWidgetLook: Hashable, Sendable {
    /// How it looks whatever it shows; nil for one without a rectangle.
    public var look: WidgetLook?
    /// Whether the document has drawn the state that is on, for check boxes and radio buttons.
    public var hasOnState: Bool
    /// The state that is on, or that a first appearance would get.
    public var state: String
}

extension ObjectDocument {
    /// How the widgets of some fields look, in the order of `FormField.widgets`.
    ///
    /// - Parameter names: the full names of fields.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public func widgetLooks(of names: Set<String>) throws(PDFObjectsError) -> [String: [FieldWidgetLook]] {
        let index = try formIndex()
        var fonts = FieldFonts(root: try file.root())
        var looks: [String: [FieldWidgetLook]] = [:]
        for field in index.fields where names.contains(field.name) {
            looks[field.name] = field.widgets.map { widget in
                let state = FormIndex.Field.onState(of: widget.object)
                let normal = widget.object["/AP"]?["/N"]
                let drawn = state.flatMap { name in normal.flatMap { $0.isDictionary ? $0[name] : nil } }
                return FieldWidgetLook(
                    look: WidgetLook(widget.object, form: index.form, fonts: &fonts),
                    hasOnState: drawn?.isStream ?? false, state: (state ?? FilledField.newState).shown)
            }
        }
        return looks
    }
}
