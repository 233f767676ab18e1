// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads notes of Supernote tablets (`.note`).
///
/// Strokes are read where the file stores them, with their pens, gray levels and widths. In other files, and for paper,
/// the layers are pictures in pixels. The layout of strokes is from public analyses of real files, because the
/// manufacturer does not document it.
public struct SupernoteReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/supernote``.
    public var format: InkFormat { .supernote }

    private static let signature = Array("noteSN_FILE_VER_".utf8)
    /// The first bytes of older files.
    private static let oldSignature = Array("SN_FILE_ASA_".utf8)

    /// Returns whether the bytes start with the signature of a note.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Self.signature) || bytes.starts(with: Self.oldSignature)
    }

    /// Reads a note.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits for the size of the file and the numbers of pages, strokes and points.
    /// - Throws: ``InkFormatError`` with `corrupt` or `tooLarge`.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        let file = SupernoteFile(bytes)
        guard bytes.count > 32, let footer = file.table(at: file.number(bytes.count - 4)) else {
            throw InkFormatError(.corrupt, format: format, "its table of contents is missing")
        }
        let feature = footer["FILE_FEATURE"].flatMap { Int($0) }.flatMap { file.table(at: $0) } ?? [:]
        let device = feature["APPLY_EQUIPMENT"] ?? ""
        var dropped = DroppedItems()
        var counter = InkCounter(limits, format)
        var pictures = SupernotePictures(file)
        var pages: [InkDocument.Page] = []
        while let address = footer["PAGE\(pages.count + 1)"] {
            try counter.addPage()
            guard let table = Int(address).flatMap({ file.table(at: $0) }) else {
                throw InkFormatError(.corrupt, format: format, at: .init(page: pages.count + 1), "a page is missing")
            }
            let page = SupernotePage(table, device: device, number: pages.count + 1)
            pages.append(try page.read(file, &pictures, &dropped, &counter))
        }
        guard !pages.isEmpty else { throw InkFormatError(.corrupt, format: format, "it contains no page") }
        return InkImport(format: format, document: InkDocument(pages: pages), dropped: dropped.items)
    }
}
