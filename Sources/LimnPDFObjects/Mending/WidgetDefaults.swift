// SPDX-License-Identifier: GPL-3.0-or-later

/// What other viewers assume of a form field that they draw themselves, because it has no appearance. Poppler does not.
enum WidgetDefaults {
    /// Returns the entries that a widget lacks; none for other annotations, and for widgets that are shown as they are.
    ///
    /// - Parameter form: the document's /AcroForm.
    static func entries(for widget: PDFObject, form: PDFObject?) -> [PDFEdit] {
        guard widget["/Subtype"]?.isName("/Widget") == true,
            widget["/AP"]?["/N"] == nil || form?["/NeedAppearances"]?.bool == true
        else { return [] }
        var entries: [PDFEdit] = []
        // The width of a border is 1 unless something else is told (ISO 32000-2, table 168).
        if widget["/BS"] == nil, widget["/Border"] == nil, (widget["/MK"]?["/BC"]?.count ?? 0) > 0 {
            entries.append(("/BS", .text("<</W 1/S/S>>")))
        }
        let type = WidgetLook.inherited("/FT", of: widget, nil)?.name
        if ["Tx", "Ch"].contains(type), WidgetLook.inherited("/DA", of: widget, form) == nil {
            entries.append(("/DA", .text("(/Helv 0 Tf 0 g)")))
        }
        return entries
    }
}
