// SPDX-License-Identifier: Apache-2.0

/// The formats that LimnInkFormats reads and writes. Their definition here lets programs list the formats without
/// linking the parsers.
extension InkFormat {
    /// Xournal++, and its ancestor Xournal.
    public static let xournalpp = InkFormat(id: "xopp", name: "Xournal++", extensions: ["xopp", "xoj"])
    /// Excalidraw scenes, also inside Obsidian notes, SVG and PNG, and libraries.
    public static let excalidraw = InkFormat(
        id: "excalidraw", name: "Excalidraw", extensions: ["excalidraw", "excalidrawlib"])
    /// tldraw files and snapshots.
    public static let tldraw = InkFormat(id: "tldraw", name: "tldraw", extensions: ["tldr"])
    /// Scalable Vector Graphics, one page per file. Only files written by Limn can be read.
    public static let svg = InkFormat(id: "svg", name: "SVG", extensions: ["svg"])
    /// Saber notes, as BSON or JSON, and Saber archives.
    public static let saber = InkFormat(id: "saber", name: "Saber", extensions: ["sbn2", "sbn", "sba"])
    /// Rnote documents, versions 0.5 to 0.15.
    public static let rnote = InkFormat(id: "rnote", name: "Rnote", extensions: ["rnote"])
    /// Notes of Supernote tablets.
    public static let supernote = InkFormat(id: "supernote", name: "Supernote", extensions: ["note"])
    /// Wacom's Universal Ink Model, version 3.1.
    public static let universalInk = InkFormat(id: "uim", name: "Universal Ink Model", extensions: ["uim"])
    /// W3C's Ink Markup Language (Recommendation of 2011-09-20), which Office embeds in its documents.
    public static let inkml = InkFormat(id: "inkml", name: "InkML", extensions: ["inkml"])
    /// Limn's own binary format.
    public static let native = InkFormat(id: "limn", name: "Limn ink", extensions: ["limn"])
    /// The JSON form of ``native``.
    public static let json = InkFormat(id: "limn-json", name: "Limn ink as JSON", extensions: ["json"])
    /// One page from a reMarkable tablet, in format version 3, 5 or 6.
    public static let remarkable = InkFormat(id: "rm", name: "reMarkable", extensions: ["rm"])
    /// A document from a reMarkable tablet: a ZIP archive of the files that the tablet's software, xochitl, stores for
    /// it.
    public static let remarkableDocument = InkFormat(
        id: "rmdoc", name: "reMarkable document", extensions: ["rmdoc", "zip"])
    /// An Apple PencilKit drawing, in either of its two data formats.
    public static let pencilKit = InkFormat(id: "pencilkit", name: "PencilKit drawing", extensions: ["drawing"])
    /// A PDF with source ink or /Ink annotations.
    public static let pdf = InkFormat(id: "pdf", name: "PDF", extensions: ["pdf"])

    /// The formats of ink files that can be read, in the order in which a reader tries them.
    public static let readable: [InkFormat] = [
        .native, .json, .xournalpp, .remarkable, .remarkableDocument, .inkml, .excalidraw, .svg, .tldraw, .saber,
        .rnote, .supernote, .universalInk, .pencilKit,
    ]

    /// The formats that can be written. If several formats share an extension, the first one is used for it.
    public static let writable: [InkFormat] = [.native, .json, .xournalpp, .inkml, .svg, .pencilKit]
}
