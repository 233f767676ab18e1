// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A document's claim, in its XMP metadata, that it conforms to PDF/A (ISO 19005). Conformance itself is not checked.
public struct PDFAClaim: Hashable, Sendable, CustomStringConvertible {
    /// The part of the standard, counted from 1.
    public var part: Int
    /// The conformance level, such as `B`; empty if none is stated.
    public var conformance: String

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - part: the part of ISO 19005, such as 2.
    ///   - conformance: the level, such as `B`.
    public init(part: Int, conformance: String) {
        self.part = part
        self.conformance = conformance
    }

    /// The claim in its usual notation, such as `PDF/A-2B`.
    public var description: String { "PDF/A-\(part)\(conformance.uppercased())" }
    /// Whether files of any format may be embedded. PDF/A-3 and PDF/A-4f allow it.
    public var allowsEmbeddedFiles: Bool { part == 3 || part == 4 && conformance.uppercased() == "F" }
    /// Whether transparency is allowed; PDF/A-1 forbids it.
    public var allowsTransparency: Bool { part != 1 }
    /// Whether embedded files must be listed in an /AF array.
    var needsAssociation: Bool { allowsEmbeddedFiles }
}

extension ObjectDocument {
    /// Returns the document's PDF/A claim; nil if there is none.
    ///
    /// The metadata is searched as text. Properties may be attributes or elements, with any namespace prefix.
    ///
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read. Unreadable metadata counts as missing.
    public func archiveClaim() throws(PDFObjectsError) -> PDFAClaim? {
        guard let metadata = try file.root()["/Metadata"], metadata.isStream,
            let data = (try? metadata.decodedData()) ?? nil
        else { return nil }
        return PDFAClaim(metadata: data)
    }
}

extension ObjectDocument {
    /// Whether fonts that are added, or that something new is written in, must be embedded. PDF/A requires it, and
    /// PDF/UA requires it of tagged documents.
    ///
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read.
    public var needsEmbeddedFonts: Bool {
        get throws(PDFObjectsError) {
            if try file.root()["/StructTreeRoot"] != nil { return true }
            return try archiveClaim() != nil
        }
    }

    /// Whether an output intent has an RGB profile. PDF/A then allows DeviceRGB colors.
    ///
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read.
    public var hasRGBOutputIntent: Bool {
        get throws(PDFObjectsError) {
            try file.root()["/OutputIntents"]?.items.contains { $0["/DestOutputProfile"]?["/N"]?.int == 3 } ?? false
        }
    }
}

extension PDFAClaim {
    /// Reads the claim from XMP metadata; nil if there is none.
    ///
    /// The encoding that the first bytes suggest may be wrong. The other encodings are therefore tried as well, because
    /// no claim may be missed.
    init?(metadata: [UInt8]) {
        let told = MetadataText.encoding(of: metadata)
        for encoding in [told] + MetadataText.Encoding.allCases where encoding == told || metadata.contains(0) {
            if let claim = Self(text: MetadataText.decode(metadata, as: encoding)) {
                self = claim
                return
            }
        }
        return nil
    }

    private init?(text: String) {
        let space = /xmlns:([A-Za-z_][\w.\-]*)\s*=\s*["']http:\/\/www\.aiim\.org\/pdfa\/ns\/id\/["']/
        let prefix = text.firstMatch(of: space).map { String($0.1) } ?? "pdfaid"
        func value(_ property: String) -> String? {
            let name = "\(prefix):\(property)"
            var rest = text[...]
            while let found = rest.firstRange(of: name) {
                rest = rest[found.upperBound...]
                if let match = rest.prefixMatch(of: /\s*=\s*["']\s*(\w*)\s*["']|[^<>]*>\s*(\w*)\s*</) {
                    let value = match.1 ?? match.2 ?? ""
                    if !value.isEmpty { return String(value) }
                }
            }
            return nil
        }
        guard let part = value("part").flatMap({ Int($0) }) else { return nil }
        self.init(part: part, conformance: value("conformance") ?? "")
    }
}
