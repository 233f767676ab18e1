// SPDX-License-Identifier: GPL-3.0-or-later

/// A /Stamp annotation (ISO 32000-2, 12.5.6.12): a picture.
public struct StampAnnotation: Hashable, Sendable {
    /// A description of the picture (/Contents); nil if there is none.
    public var contents: String?
    /// The appearance, which paints the picture. Its matrix must map rectangles to rectangles, and its bounds must be
    /// whole numbers.
    public var appearance: PageOverlay

    /// Makes a stamp.
    ///
    /// - Parameters:
    ///   - contents: a description of the picture for people who cannot see it; nil for none.
    ///   - appearance: the picture.
    public init(_ contents: String? = nil, appearance: PageOverlay) {
        self.contents = contents
        self.appearance = appearance
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AP and /AF. No value is a reference.
    var entries: [PDFEntry] { PageAnnotation.entries("/Stamp", appearance.userBox, contents: contents) }
}
