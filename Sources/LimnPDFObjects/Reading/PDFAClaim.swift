// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What a document says of itself about PDF/A (ISO 19005), in its XMP metadata; whether it is true is not examined.
public struct PDFAClaim: Hashable, Sendable, CustomStringConvertible {
    /// The part of the standard, from 1.
    public var part: Int
    /// The conformance level, such as `B`; empty where none is said.
    public var conformance: String

    /// Makes a claim.
    public init(part: Int, conformance: String) {
        self.part = part
        self.conformance = conformance
    }

    /// The claim as people write it, such as `PDF/A-2B`.
    public var description: String { "PDF/A-\(part)\(conformance.uppercased())" }
    /// Whether files that are no PDF/A themselves may be embedded: in PDF/A-3, and in PDF/A-4f.
    public var allowsEmbeddedFiles: Bool { part == 3 || part == 4 && conformance.uppercased() == "F" }
    /// Whether anything may show through; PDF/A-1 forbids it.
    public var allowsTransparency: Bool { part != 1 }
    /// Whether embedded files must be listed in an /AF.
    var needsAssociation: Bool { allowsEmbeddedFiles }
}

extension ObjectDocument {
    /// What the document says about PDF/A; nil where it says nothing.
    ///
    /// The metadata is searched as text: properties as attributes or elements, whatever their namespace's prefix.
    ///
    /// - Throws: ``PDFObjectsError`` when the catalog cannot be read; metadata that cannot counts as none.
    public func archiveClaim() throws(PDFObjectsError) -> PDFAClaim? {
        guard let metadata = try file.root()["/Metadata"], metadata.isStream,
            let data = (try? metadata.decodedData()) ?? nil
        else { return nil }
        return PDFAClaim(metadata: data)
    }
}

extension ObjectDocument {
    /// Whether an output intent has a profile for red, green and blue, so that PDF/A allows colours of that device.
    ///
    /// - Throws: ``PDFObjectsError`` when the catalog cannot be read.
    public var hasRGBOutputIntent: Bool {
        get throws(PDFObjectsError) {
            try file.root()["/OutputIntents"]?.items.contains { $0["/DestOutputProfile"]?["/N"]?.int == 3 } ?? false
        }
    }
}

extension PDFAClaim {
    /// Reads XMP metadata; nil where it claims nothing.
    ///
    /// Where the beginning tells the encoding wrongly, a claim must not be overlooked: the others are tried, too.
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
            while let found = rest.range(of: name) {
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
