// SPDX-License-Identifier: GPL-3.0-or-later

/// A /Text annotation (ISO 32000-2, 12.5.6.4): a pin that opens a window with text.
public struct NoteAnnotation: Hashable, Sendable {
    /// The title of the window (/T); may be empty.
    public var title: String
    /// The text (/Contents); may be empty.
    public var contents: String
    /// The color (/C).
    public var color: RGBColor
    /// The appearance of the pin, upright in user space. Its matrix must map rectangles to rectangles, and its bounds
    /// must be whole numbers.
    public var appearance: PageOverlay

    /// Makes a note.
    ///
    /// - Parameters:
    ///   - title: the title, which viewers often show as the author.
    ///   - contents: the text.
    ///   - color: the color in which viewers that ignore the appearance paint their own icon.
    ///   - appearance: the picture of the note on the page.
    public init(title: String, contents: String, color: RGBColor, appearance: PageOverlay) {
        self.title = title
        self.contents = contents
        self.color = color
        self.appearance = appearance
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AP and /AF. No value is a reference.
    var entries: [PDFEntry] {
        var entries = PageAnnotation.entries("/Text", appearance.userBox, contents: contents, staysUpright: true)
        entries += [("/Name", .text("/Note")), ("/C", .text("[\(color.text)]"))]
        if !title.isEmpty { entries.append(("/T", .text(.string(title)))) }
        return entries
    }
}
