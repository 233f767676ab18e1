// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnCompression
internal import LimnInk

/// The pictures and PDFs of a note. Older notes contain them; newer ones have a file for each beside them, or beside
/// them in an archive.
struct SaberAssets {
    private let inline: [TreeValue]?
    private let archive: (zip: ZipArchive, name: String)?
    /// The files beside the note.
    private(set) var companions: CompanionFiles
    private var pictures: [Int: PictureData] = [:]
    /// The remaining number of bytes of archived assets.
    private var budget: Int

    /// - Parameter archive: the archive that contains the note, and the note's name in it.
    init(
        _ root: TreeValue, in archive: (zip: ZipArchive, name: String)?, _ companions: [CompanionFile: [UInt8]],
        limits: InkLimits
    ) {
        inline = root["a"]?.array
        self.archive = archive
        self.companions = CompanionFiles(companions)
        budget = limits.maximumBytes
    }

    /// Returns a picture, or the reason why there is none.
    mutating func picture(_ index: Int) -> Result<PictureData, DataURL.Problem> {
        if let known = pictures[index] { return .success(known) }
        let data: PictureData?
        if let inline {
            guard inline.indices.contains(index) else { return .failure(.notHere) }
            data = Self.bytes(inline[index]).flatMap { PictureData($0) }
        } else {
            guard let bytes = file(index) else { return .failure(.notHere) }
            data = PictureData(bytes)
        }
        guard let data else { return .failure(.unreadable) }
        pictures[index] = data
        return .success(data)
    }

    /// Returns where a PDF is; nil if it is not in the note or its archive, as far as that is known.
    mutating func template(_ index: Int) -> InkDocument.Template? {
        guard index >= 0 else { return nil }
        if let inline {
            return inline.indices.contains(index) ? Self.bytes(inline[index]).map { .embedded($0) } : nil
        }
        return archive == nil ? .attachment(suffix: ".\(index)") : file(index).map { .embedded($0) }
    }

    private mutating func file(_ index: Int) -> [UInt8]? {
        guard index >= 0 else { return nil }
        guard let archive else { return companions.bytes(of: .attachment(suffix: ".\(index)")) }
        guard let entry = archive.zip["\(archive.name).\(index)"], entry.size <= budget else { return nil }
        budget -= entry.size
        return try? archive.zip.contents(of: entry)
    }

    /// Decodes binary data, a list of numbers, or Base64 text.
    static func bytes(_ value: TreeValue) -> [UInt8]? {
        if let bytes = value.binary { return bytes }
        if let text = value.string {
            return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
        }
        guard let list = value.array else { return nil }
        let bytes = list.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
        return bytes.count == list.count ? bytes : nil
    }
}
