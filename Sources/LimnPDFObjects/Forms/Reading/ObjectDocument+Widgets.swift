// SPDX-License-Identifier: GPL-3.0-or-later

/// The look of a field's widget, and the state that it can show.
public struct FieldWidgetLook: Hashable, Sendable {
    /// The look of the widget apart from its value; nil if it has no rectangle.
    public var look: WidgetLook?
    /// Whether the document has an appearance for the "on" state, for check boxes and radio buttons.
    public var hasOnState: Bool
    /// The name of the "on" state, or the name that it gets with its first appearance.
    public var state: String
}

extension ObjectDocument {
    /// Returns the looks of the widgets of fields, by full name, in the order of `FormField.widgets`.
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
