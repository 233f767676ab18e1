// SPDX-License-Identifier: GPL-3.0-or-later

/// The look of a field's widget, and the state that it can show.
public struct FieldWidgetLook: Hashable, Sendable {
    /// The look of the widget apart from its value; nil if it has no rectangle.
    public var look: WidgetLook?
    /// Whether the document has any normal appearance of the widget.
    public var hasAppearance: Bool
    /// Whether the document has an appearance for the "on" state, for check boxes and radio buttons.
    public var hasOnState: Bool
    /// Whether the document has an appearance for the "off" state, for check boxes and radio buttons.
    public var hasOffState: Bool
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
                func isDrawn(_ name: PDFName?) -> Bool {
                    guard let name, let normal, normal.isDictionary else { return false }
                    return normal[name]?.isStream ?? false
                }
                return FieldWidgetLook(
                    look: WidgetLook(widget.object, form: index.form, fonts: &fonts),
                    hasAppearance: normal.map { $0.isStream || $0.isDictionary } ?? false,
                    hasOnState: isDrawn(state), hasOffState: isDrawn(.off))
            }
        }
        return looks
    }
}
