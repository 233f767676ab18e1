// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
public import LimnInk

/// Reads notes of Saber: `.sbn2` (BSON), the older `.sbn` (JSON), and `.sba`, an archive with a note and its assets.
///
/// A page unit is one point, as in Saber's PDFs (inferred). ``FreehandWidths`` computes the widths from the options of
/// each stroke. Assets that are not in the note lie beside it: `note.sbn2` has `note.sbn2.0`, `note.sbn2.1` and so on.
public struct SaberReader: InkFormatReader {
    /// The newest known version.
    private static let newestVersion = 19

    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/saber``.
    public var format: InkFormat { .saber }

    /// Returns whether the bytes are BSON or JSON with the keys of a note, or an archive with a note.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        if ZipArchive.recognizes(bytes) {
            return (try? ZipArchive(bytes, limits: Self.limits(for: .standard))).flatMap { Self.name(in: $0) } != nil
        }
        if BSONTree.keys(of: bytes).isSuperset(of: ["v", "z"]) { return true }
        let keys = JSONInkFile.keys(of: bytes)
        return keys.contains("v") && !keys.isDisjoint(with: ["ni", "z"])
    }

    /// Returns the name of the note in an archive; nil if there is none.
    private static func name(in archive: ZipArchive) -> String? {
        let names = archive.entries.filter { !$0.hasUnsafeName }.map { String(decoding: $0.name, as: UTF8.self) }
        return names.first { $0 == "main.sbn2" } ?? names.first { $0.hasSuffix(".sbn2") || $0.hasSuffix(".sbn") }
    }

    private static func limits(for limits: InkLimits) -> ZipLimits {
        ZipLimits(
            maximumEntries: 10_000, maximumTotalBytes: limits.maximumBytes,
            entry: InflateLimits(maximumBytes: limits.maximumBytes))
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
        try read(bytes, companions: [:], limits: limits)
    }

    /// Reads a note as ``read(_:limits:)`` does, with the assets that lie beside it.
    public func read(
        _ bytes: [UInt8], companions: [CompanionFile: [UInt8]], limits: InkLimits
    ) throws(InkFormatError) -> InkImport {
        guard ZipArchive.recognizes(bytes) else { return try read(bytes, in: nil, companions, limits) }
        let (archive, name, note) = try open(bytes, limits)
        return try read(note, in: (archive, name), companions, limits)
    }

    /// Returns an archive, and the name and the bytes of the note in it.
    private func open(
        _ bytes: [UInt8], _ limits: InkLimits
    ) throws(InkFormatError) -> (archive: ZipArchive, name: String, note: [UInt8]) {
        do throws(CompressionError) {
            let archive = try ZipArchive(bytes, limits: Self.limits(for: limits))
            if let name = Self.name(in: archive), let entry = archive[name] {
                return (archive, name, try archive.contents(of: entry))
            }
        } catch {
            let code: InkFormatError.Code =
                switch error.code {
                case .tooLarge: .tooLarge
                case .encrypted, .unsupported: .unsupported
                default: .corrupt
                }
            throw InkFormatError(code, format: format, "it cannot be decompressed", cause: error.description)
        }
        throw InkFormatError(.corrupt, format: format, "the archive contains no note")
    }

    private func read(
        _ bytes: [UInt8], in archive: (zip: ZipArchive, name: String)?, _ companions: [CompanionFile: [UInt8]],
        _ limits: InkLimits
    ) throws(InkFormatError) -> InkImport {
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
            sides: (root["w"]?.number, root["h"]?.number),
            images: SaberImages(SaberAssets(root, in: archive, companions, limits: limits)))
        var pages: [InkDocument.Page] = []
        for page in root["z"]?.array ?? [] {
            try counter.addPage()
            pages.append(
                try SaberPage.read(page, of: &note, number: pages.count + 1, &dropped, &counter))
        }
        return InkImport(
            format: format, document: InkDocument(pages: pages, template: note.images.template),
            dropped: dropped.items, missing: note.images.assets.companions.missing)
    }

    private func background(_ root: TreeValue, _ dropped: inout DroppedItems) -> InkDocument.Background {
        let style = root["p"]?.string ?? ""
        var value = root["b"]
        if case .null? = value { value = nil }
        guard value != nil || !style.isEmpty else { return .none }
        let color = value.flatMap { SaberStroke.color($0) }
        if value != nil, color == nil { dropped.note(.attribute, page: nil, detail: "b") }
        func length(_ key: String, _ standard: Int) -> Int {
            root[key]?.integer.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? standard
        }
        // The settings are always stored, because Saber's default values differ from those of other programs.
        let settings = style.isEmpty ? "" : "l=\(length("l", 40)),lt=\(length("lt", 3))"
        return .paper(style: style.isEmpty ? "plain" : style, color: color ?? .white, settings: settings)
    }
}
