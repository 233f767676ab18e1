// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A /Link annotation without a frame (ISO 32000-2, 12.5.6.5).
public struct LinkAnnotation: Hashable, Sendable {
    /// The target of a link.
    public enum Target: Hashable, Sendable {
        /// A URI. Non-ASCII characters are percent-encoded when it is written.
        case uri(String)
        /// A page of the document, counted from 0.
        case page(Int)
    }

    /// The rectangle in user space (/Rect).
    public var area: Rect
    /// The target of the link.
    public var target: Target

    /// The layer that determines whether viewers show the link; nil for none.
    public var layer: DocumentLayer?

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - area: the rectangle in user space.
    ///   - target: what the link opens.
    public init(_ area: Rect, to target: Target) {
        self.area = area
        self.target = target
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AF and /Dest. No value is a reference.
    var entries: [PDFEntry] {
        var entries = PageAnnotation.entries("/Link", area, contents: nil) + [("/Border", .text("[0 0 0]"))]
        if case .uri(let uri) = target {
            let action: [PDFEntry] = [
                ("/S", .text("/URI")), ("/URI", .text(PDFText.string(bytes: Self.ascii(uri)))),
            ]
            entries.append(("/A", .dictionary(action)))
        }
        return entries
    }

    /// Returns a URI in ASCII (RFC 3987, 3.1). Non-ASCII bytes of its UTF-8, spaces and control characters are
    /// percent-encoded.
    private static func ascii(_ uri: String) -> [UInt8] {
        uri.utf8.flatMap { byte -> [UInt8] in
            if (33...126).contains(byte) { return [byte] }
            return [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        }
    }
}
