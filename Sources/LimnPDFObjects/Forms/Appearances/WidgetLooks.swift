// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the looks of a document's widgets. Each font is read only once.
public struct WidgetLooks {
    private let file: QPDFHandle
    private let form: PDFObject?
    private var fonts: FieldFonts

    /// Prepares to read the widgets of a document.
    ///
    /// - Parameter document: the document, which must not change while this object is used.
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read.
    public init(_ document: ObjectDocument) throws(PDFObjectsError) {
        file = document.file
        let root = try file.root()
        form = root["/AcroForm"]
        fonts = FieldFonts(root: root)
    }

    /// Returns the look of a widget apart from its value; nil if it is not a dictionary or has no rectangle.
    public mutating func look(of widget: DocumentObject) -> WidgetLook? {
        guard let object = try? file.object(widget.id) else { return nil }
        return look(of: object)
    }

    /// Returns the look of a widget apart from its value; nil if it is not a dictionary or has no rectangle.
    mutating func look(of widget: PDFObject) -> WidgetLook? {
        guard widget.isDictionary else { return nil }
        return WidgetLook(widget, form: form, fonts: &fonts)
    }
}
