// SPDX-License-Identifier: GPL-3.0-or-later

/// A file to embed in a document (ISO 32000-2, 7.11.4).
public struct EmbeddedFile: Hashable, Sendable {
    /// The start of the file name, in ASCII. A number and the extension follow.
    public var stem: String
    /// The extension of the file name, without the dot.
    public var pathExtension: String
    /// The content of the file.
    public var bytes: [UInt8] { didSet { stored = nil } }
    /// The compressed content; nil until ``compress()`` is called.
    private(set) var stored: StreamData?
    /// The media type (/Subtype).
    public var mediaType: String
    /// A description for users (/Desc).
    public var description: String

    /// Makes a file to be embedded.
    ///
    /// - Parameters:
    ///   - stem: the start of the file name, in ASCII; a number and the extension follow.
    ///   - pathExtension: the extension without its period.
    ///   - bytes: the content.
    ///   - mediaType: the media type, such as `text/plain`.
    ///   - description: a description for people.
    public init(stem: String, pathExtension: String, bytes: [UInt8], mediaType: String, description: String) {
        self.stem = stem
        self.pathExtension = pathExtension
        self.bytes = bytes
        self.mediaType = mediaType
        self.description = description
    }

    /// Compresses the content now rather than when it is written. It can run on any thread.
    public mutating func compress() { stored = StreamData(bytes) }

    /// Returns a file with ink in Limn's own format. A program that opens the export can restore every stroke as it was
    /// drawn.
    ///
    /// The first such file in a document is named `limn-source-ink-1.limn`, the next one `limn-source-ink-2.limn`, and
    /// so on.
    ///
    /// - Parameter bytes: native ink.
    public static func sourceInk(_ bytes: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(
            stem: sourceInkStem, pathExtension: "limn", bytes: bytes, mediaType: sourceInkType,
            description: "The ink as it was drawn (Limn)")
    }

    static let sourceInkStem = "limn-source-ink"
    static let sourceInkType = "application/vnd.limn"

    /// Returns the file name with a number.
    func name(_ number: Int) -> String { "\(stem)-\(number).\(pathExtension)" }

    /// Returns the number in a file name; nil if the name has a different form.
    func number(in name: String) -> Int? {
        guard name.hasPrefix(stem + "-"), name.hasSuffix("." + pathExtension) else { return nil }
        return Int(name.dropFirst(stem.count + 1).dropLast(pathExtension.count + 1))
    }

    /// The entries of the stream's dictionary except /Filter and /Length. No value is a reference.
    var streamEntries: [PDFEntry] {
        // A slash in a name is written as `#2F`.
        let type = mediaType.split(separator: "/").joined(separator: "#2F")
        return [
            ("/Type", .text("/EmbeddedFile")), ("/Subtype", .text("/\(type)")),
            ("/Params", .text("<</Size \(bytes.count)>>")),
        ]
    }

    /// Returns the entries of the file specification except /EF. No value is a reference.
    func specificationEntries(name: String) -> [PDFEntry] {
        [
            ("/Type", .text("/Filespec")), ("/F", .text(.string(name))), ("/UF", .text(.string(name))),
            ("/AFRelationship", .text("/Source")), ("/Desc", .text(.string(description))),
        ]
    }
}
