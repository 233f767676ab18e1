// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads how the widgets of one document look. Each font is read once.
public struct WidgetLooks {
    private let file: QPDFHandle
    private let form: PDFObject?
    private var fonts: FieldFonts

    /// Starts with no widget.
    ///
    /// - Throws: ``PDFObjectsError`` when the catalog cannot be read.
    public init(_ document: ObjectDocument) throws(PDFObjectsError) {
        file = document.file
        let root = try file.root()
        form = root["/AcroForm"]
        fonts = FieldFonts(root: root)
    }

    /// How a widget looks whatever its value is; nil where it is no dictionary or has no rectangle.
    public mutating func look(of widget: DocumentObject) -> WidgetLook? {
        guard let object = try? file.object(widget.id) else { return nil }
        return look(of: object)
    }

    /// How a widget looks whatever its value is; nil where it has no rectangle.
    mutating func look(of widget: PDFObject) -> WidgetLook? {
        guard widget.isDictionary else { return nil }
        return WidgetLook(widget, form: form, fonts: &fonts)
    }
}
