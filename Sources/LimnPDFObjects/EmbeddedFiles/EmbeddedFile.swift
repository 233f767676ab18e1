// SPDX-License-Identifier: GPL-3.0-or-later

/// A file to be carried inside a document (ISO 32000-2, 7.11.4).
public struct EmbeddedFile: Hashable, Sendable {
    /// What its name begins with, in ASCII; a number and the extension follow.
    public var stem: String
    /// The extension of its name, without the point.
    public var pathExtension: String
    /// Its content.
    public var bytes: [UInt8] { didSet { stored = nil } }
    /// The content as it will be written, once that is known.
    private(set) var stored: StreamData?
    /// Its media type (/Subtype).
    public var mediaType: String
    /// What people read about it (/Desc).
    public var description: String

    /// Makes a file to be embedded.
    public init(stem: String, pathExtension: String, bytes: [UInt8], mediaType: String, description: String) {
        self.stem = stem
        self.pathExtension = pathExtension
        self.bytes = bytes
        self.mediaType = mediaType
        self.description = description
    }

    /// Compresses the content now, which any thread can do, rather than when it is written.
    public mutating func compress() { stored = StreamData(bytes) }

    /// Ink in Limn's own format, so that opening the export again gives back every stroke as it was drawn.
    ///
    /// Its name is `limn-source-ink-1.limn` in a document that has none yet, then `…-2.limn`, and so on.
    public static func sourceInk(_ bytes: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(
            stem: sourceInkStem, pathExtension: "limn", bytes: bytes, mediaType: sourceInkType,
            description: "The ink as it was drawn (Limn)")
    }

    static let sourceInkStem = "limn-source-ink"
    static let sourceInkType = "application/vnd.limn"

    /// Its name with a number.
    func name(_ number: Int) -> String { "\(stem)-\(number).\(pathExtension)" }

    /// The number in a name; nil where the name is not of this kind.
    func number(in name: String) -> Int? {
        guard name.hasPrefix(stem + "-"), name.hasSuffix("." + pathExtension) else { return nil }
        return Int(name.dropFirst(stem.count + 1).dropLast(pathExtension.count + 1))
    }

    /// The entries of the stream's dictionary besides /Filter and /Length; none is a reference.
    var streamEntries: [PDFEntry] {
        // A slash within a name is written by its code.
        let type = mediaType.split(separator: "/").joined(separator: "#2F")
        return [
            ("/Type", .text("/EmbeddedFile")), ("/Subtype", .text("/\(type)")),
            ("/Params", .text("<</Size \(bytes.count)>>")),
        ]
    }

    /// The entries of the file specification besides /EF; none is a reference.
    func specificationEntries(name: String) -> [PDFEntry] {
        [
            ("/Type", .text("/Filespec")), ("/F", .text(.string(name))), ("/UF", .text(.string(name))),
            ("/AFRelationship", .text("/Source")), ("/Desc", .text(.string(description))),
        ]
    }
}
