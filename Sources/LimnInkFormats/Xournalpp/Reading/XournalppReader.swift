// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
public import LimnInk

/// Reads files of Xournal++ (.xopp, including the ZIP form), Xournal (.xoj) and MrWriter.
///
/// ``XournalppPackage`` decompresses the file, ``XMLProlog`` reads the name of the root element, and ``XMLScanner`` and
/// ``XournalppDocument`` read the XML. Strokes, layers and pages are converted. Typed text, images, formulas and links
/// become items. Sound and bookmarks are listed as dropped. The preview image is ignored.
public struct XournalppReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/xournalpp``.
    public var format: InkFormat { .xournalpp }

    /// Returns whether the root element is `xournal` or `MrWriter`, in plain XML, gzip or the ZIP form.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        guard case .root(let name) = XMLProlog(XournalppPackage.firstBytes(of: bytes)) else { return false }
        return XournalppDocument.rootNames.contains(name)
    }

    /// Reads a file.
    ///
    /// Xournal++ stores points with y down, so coordinates need no conversion. The PDF below the ink is not parsed. The
    /// document refers to it or, in the ZIP form, contains its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, compressed or not.
    ///   - limits: the limits. `maximumBytes` applies to the decompressed XML.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, `unsupportedVersion` for a newer ZIP form, or
    ///   `unsupported` for encrypted entries, a document type declaration or an encoding other than UTF-8.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        try read(bytes, companions: [:], limits: limits)
    }

    /// Reads a file as ``read(_:limits:)`` does, with the pictures to which its pages refer.
    public func read(
        _ bytes: [UInt8], companions: [CompanionFile: [UInt8]], limits: InkLimits
    ) throws(InkFormatError) -> InkImport {
        let package = try XournalppPackage(bytes, limits: limits)
        switch XMLProlog(package.xml) {
        case .root(let name) where XournalppDocument.rootNames.contains(name): break
        case .root(let name):
            let name = DroppedItems.oneLine(name)
            throw InkFormatError(.corrupt, format: format, "its root element is “\(name)”, not “xournal”")
        case .unsupported(let what): throw InkFormatError(.unsupported, format: format, what)
        case .none: throw InkFormatError(.corrupt, format: format, "it contains no XML")
        }
        let document = XournalppDocument(package, companions, limits: limits)
        try XMLScanner.parse(package.xml, with: document, as: format)
        try attachTemplate(to: document, from: package)
        return InkImport(
            format: format, document: document.result, dropped: document.dropped.items,
            missing: document.backgrounds.companions.missing)
    }

    /// Sets the template to which pages refer: a path, a file next to the ink file, or an entry of the ZIP form.
    private func attachTemplate(
        to document: XournalppDocument, from package: XournalppPackage
    ) throws(InkFormatError) {
        let usesPDF = document.result.pages.contains { if case .pdf = $0.background { true } else { false } }
        switch document.backgrounds.reference {
        case .absolute(let path): document.result.template = .file(path)
        case .attached(let name) where package.archive != nil:
            if let pdf = try package.entry(name) {
                document.result.template = .embedded(pdf)
            } else {
                document.dropped.note(.background, page: nil, detail: "missing PDF \(name)")
            }
        case .attached(let name) where !name.utf8.contains { [0, 0x2f, 0x5c].contains($0) }:
            // In “note.xopp”, the name “bg.pdf” refers to the file “note.xopp.bg.pdf”.
            document.result.template = .attachment(suffix: ".\(name)")
        case .attached(let name):
            document.dropped.note(.background, page: nil, detail: "PDF in another folder \(name)")
        case nil where usesPDF: document.dropped.note(.background, page: nil, detail: "PDF without a name")
        case nil: break
        }
    }
}
