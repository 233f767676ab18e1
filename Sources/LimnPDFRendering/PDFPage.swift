// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
public import LimnGeometry

/// A page of a document. It keeps the document open. Neither may be used on two threads at the same time.
public final class PDFPage {
    /// The `PopplerPage`, owned by this object.
    let handle: OpaquePointer
    /// The document.
    public let document: PDFDocument
    /// The number of the page, from 1.
    public let number: Int
    /// The number of points per unit of the page's user space, as given by the caller.
    public let userUnit: Double
    /// The part of page space that counts as the page when it is drawn, in points; nil for the page itself. Around the
    /// page it is empty.
    public var frame: Rect?
    /// Whether pictures with a side of more than 8,192 pixels are made smaller while they are read. It takes less memory and
    /// more time, and enlarged pictures get soft edges.
    public var reducesPictures = false

    /// Takes ownership of a reference.
    init(adopting handle: OpaquePointer, of document: PDFDocument, number: Int, userUnit: Double) {
        self.handle = handle
        self.document = document
        self.number = number
        self.userUnit = userUnit
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// The size of the page as displayed, in points: CropBox, /Rotate and ``userUnit`` are applied. For a
    /// page with a ``frame``, the size of the frame.
    public var size: Size {
        var (width, height) = (0.0, 0.0)
        poppler_page_get_size(handle, &width, &height)
        return frame?.size ?? Size(width: width * userUnit, height: height * userUnit)
    }

    /// Whether the page has no area in poppler, because its CropBox does not overlap its MediaBox.
    public var isUnusable: Bool {
        let size = size
        return !(size.width > 0 && size.height > 0)
    }

    /// The CropBox in user space, as poppler uses it.
    public var cropBox: Rect {
        var box = PopplerRectangle()
        poppler_page_get_crop_box(handle, &box)
        return Rect(x0: box.x1, y0: box.y1, x1: box.x2, y1: box.y2)
    }

    /// The page label that viewers show instead of the page number, such as “iv”; the page number if the document has
    /// no labels.
    public var label: String { takeString(poppler_page_get_label(handle)) ?? "\(number)" }

    /// The number of form fields with a widget on the page.
    public var formFieldCount: Int {
        let list = poppler_page_get_form_field_mapping(handle)
        defer { poppler_page_free_form_field_mapping(list) }
        return Int(g_list_length(list))
    }
}
