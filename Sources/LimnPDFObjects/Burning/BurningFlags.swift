// SPDX-License-Identifier: GPL-3.0-or-later

/// The flags of an annotation (ISO 32000-2, table 167) that affect where and how it is shown.
struct AnnotationFlags: OptionSet {
    let rawValue: Int

    static let invisible = AnnotationFlags(rawValue: 1)
    static let hidden = AnnotationFlags(rawValue: 2)
    static let print = AnnotationFlags(rawValue: 4)
    static let noRotate = AnnotationFlags(rawValue: 16)
    static let noView = AnnotationFlags(rawValue: 32)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The flags of an annotation; no flags if it has no /F.
    init(of annotation: PDFObject) { self.init(rawValue: annotation["/F"]?.int ?? 0) }
}

extension PDFObject {
    /// Returns the reason why an annotation or a form field is not burned (ISO 32000-2, table 167); nil if it is
    /// burned.
    func reasonNotToBurn(as view: BurnedView) -> BurnReport.Reason? {
        let flags = AnnotationFlags(of: self)
        if flags.contains(.hidden) { return .hidden }
        if flags.contains(.invisible), !Self.standardSubtypes.contains(self["/Subtype"]?.name ?? "") { return .hidden }
        return switch view {
        // The flag Print is not required: many programs leave it out, and filled-in values must not disappear.
        case .screen: flags.contains(.noView) ? .notViewed : nil
        case .paper: flags.contains(.print) ? nil : .notPrinted
        }
    }

    /// The annotation types of ISO 32000-2, table 171.
    private static let standardSubtypes: Set<String> = [
        "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline",
        "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink", "Popup", "FileAttachment", "Sound", "Movie", "Screen",
        "Widget", "PrinterMark", "TrapNet", "Watermark", "3D", "Redact", "Projection", "RichMedia",
    ]
}
