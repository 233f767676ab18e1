// SPDX-License-Identifier: GPL-3.0-or-later

/// A file to embed in a document (ISO 32000-2, 7.11.4).
public struct EmbeddedFile: Hashable, Sendable {
    /// The start of its name, in ASCII. A number and the extension follow.
    public var stem: String
    /// The extension of its name, without the dot.
    public var pathExtension: String
    /// Its content.
    public var bytes: [UInt8] { didSet { stored = nil } }
    /// The compressed content; nil until ``compress()`` is called.
    private(set) var stored: StreamData?
    /// Its media type (/Subtype).
    public var mediaType: String
    /// The description for people (/Desc).
    public var description: String

    /// Makes a file to be embedded.
    public init(stem: String, pathExtension: String, bytes: [UInt8], mediaType: String, description: String) {
        self.stem = stem
        self.pathExtension = pathExtension
        self.bytes = bytes
        self.mediaType = mediaType
        self.description = description
    }

    /// Compresses the content now, on any thread, instead of when it is written.
    public mutating func compress() { stored = StreamData(bytes) }

    /// Ink in Limn's own format. A program that opens the export gets back every stroke as it was drawn.
    ///
    /// The first such file in a document is named `limn-source-ink-1.limn`, the next one `limn-source-ink-2.limn`, and
    /// so on.
    public static func sourceInk(_ bytes: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(
            stem: sourceInkStem, pathExtension: "limn", bytes: bytes, mediaType: sourceInkType,
            description: "The ink as it was drawn (Limn)")
    }

    static let sourceInkStem = "limn-source-ink"
    static let sourceInkType = "application/vnd.limn"

    /// Its name with a number.
    func name(_ number: Int) -> String { "\(stem)-\(number).\(pathExtension)" }

    /// The number in a name; nil if the name has another form.
    func number(in name: String) -> Int? {
        guard name.hasPrefix(stem + "-"), name.hasSuffix("." + pathExtension) else { return nil }
        return Int(name.dropFirst(stem.count + 1).dropLast(pathExtension.count + 1))
    }

    /// The entries of the stream's dictionary besides /Filter and /Length; none is a reference.
    var streamEntries: [PDFEntry] {
        // A slash in a name is written as `#2F`.
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
