// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads notes of Saber: `.sbn2` (BSON) and the older `.sbn` (JSON).
///
/// A page unit is one point, as in Saber's PDFs (inferred). ``FreehandWidths`` computes the widths from the options of
/// each stroke. Images in separate files are listed as dropped.
public struct SaberReader: InkFormatReader {
    /// The newest known version.
    private static let newestVersion = 19

    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/saber``.
    public var format: InkFormat { .saber }

    /// Returns whether the bytes are BSON that starts with the key `v`, or JSON with the keys `v` and `ni`.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        BSONTree.recognizes(bytes, firstKey: "v")
            || (JSONInkFile.names("\"v\":", in: bytes) && JSONInkFile.names("\"ni\":", in: bytes))
    }

    /// Reads a note.
    ///
    /// A note of a version above the newest known one is read as far as possible and listed as `newerVersion`.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, BSON or JSON.
    ///   - limits: the limits for the size of the file and the numbers of pages, strokes and points.
    /// - Throws: ``InkFormatError`` with `corrupt` or `tooLarge`.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        let isJSON = bytes.prefix(1024).first { $0 > 32 && $0 < 0x80 } == UInt8(ascii: "{") && bytes.last != 0
        let root = try isJSON ? JSONTree.parse(bytes, as: format) : BSONTree.parse(bytes, as: format)
        guard let version = root["v"]?.integer, version >= 0 else {
            throw InkFormatError(.corrupt, format: format, "its version is missing")
        }
        var dropped = DroppedItems()
        if version > Self.newestVersion { dropped.note(.newerVersion, page: nil, detail: "version \(version)") }
        var counter = InkCounter(limits, format)
        // These values are read only once, because each lookup in the root is a linear search.
        let lineHeight = root["l"]?.number ?? 40
        var note = SaberNote(
            background: background(root, &dropped), lineHeight: 1...10_000 ~= lineHeight ? lineHeight : 40,
            sides: (root["w"]?.number, root["h"]?.number), images: SaberImages(root))
        var pages: [InkDocument.Page] = []
        for page in root["z"]?.array ?? [] {
            try counter.addPage()
            pages.append(
                try SaberPage.read(page, of: &note, number: pages.count + 1, &dropped, &counter))
        }
        return InkImport(format: format, document: InkDocument(pages: pages), dropped: dropped.items)
    }

    private func background(_ root: TreeValue, _ dropped: inout DroppedItems) -> InkDocument.Background {
        let style = root["p"]?.string ?? ""
        guard root["b"] != nil || !style.isEmpty else { return .none }
        let color = root["b"].flatMap { SaberStroke.color($0) }
        if root["b"] != nil, color == nil { dropped.note(.attribute, page: nil, detail: "b") }
        func length(_ key: String, _ standard: Int) -> Int {
            root[key]?.integer.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? standard
        }
        // The settings are always stored, because Saber's default values differ from those of other programs.
        let settings = style.isEmpty ? "" : "l=\(length("l", 40)),lt=\(length("lt", 3))"
        return .paper(style: style.isEmpty ? "plain" : style, color: color ?? .white, settings: settings)
    }
}
