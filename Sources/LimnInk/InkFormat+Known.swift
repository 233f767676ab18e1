// SPDX-License-Identifier: Apache-2.0

/// The formats that LimnInkFormats reads and writes, by name. Naming them here lets programs offer formats without
/// linking what parses them.
extension InkFormat {
    /// Xournal++, and its ancestor Xournal.
    public static let xournalpp = InkFormat(id: "xopp", name: "Xournal++", extensions: ["xopp", "xoj"])
    /// Excalidraw scenes.
    public static let excalidraw = InkFormat(id: "excalidraw", name: "Excalidraw", extensions: ["excalidraw"])
    /// tldraw files.
    public static let tldraw = InkFormat(id: "tldraw", name: "tldraw", extensions: ["tldr"])
    /// Scalable Vector Graphics, of one page; only what Limn wrote is read.
    public static let svg = InkFormat(id: "svg", name: "SVG", extensions: ["svg"])
    /// Saber's notes, as BSON or JSON.
    public static let saber = InkFormat(id: "saber", name: "Saber", extensions: ["sbn2", "sbn"])
    /// W3C's Ink Markup Language (Recommendation of 2011-09-20), which Office embeds in its documents.
    public static let inkml = InkFormat(id: "inkml", name: "InkML", extensions: ["inkml"])
    /// Limn's own binary format.
    public static let native = InkFormat(id: "limn", name: "Limn ink", extensions: ["limn"])
    /// The readable twin of ``native``.
    public static let json = InkFormat(id: "limn-json", name: "Limn ink as JSON", extensions: ["json"])
    /// One page of a reMarkable tablet, of the versions 3, 5 and 6.
    public static let remarkable = InkFormat(id: "rm", name: "reMarkable", extensions: ["rm"])
    /// A whole document of a reMarkable tablet: a ZIP archive with the files that the tablet's program xochitl stores
    /// for it.
    public static let remarkableDocument = InkFormat(
        id: "rmdoc", name: "reMarkable document", extensions: ["rmdoc", "zip"])
    /// A drawing of Apple's PencilKit, in both forms of its data.
    public static let pencilKit = InkFormat(id: "pencilkit", name: "PencilKit drawing", extensions: ["drawing"])
    /// A PDF with source ink or /Ink annotations.
    public static let pdf = InkFormat(id: "pdf", name: "PDF", extensions: ["pdf"])

    /// The formats of ink files that can be read, in the order in which a file is tried.
    public static let readable: [InkFormat] = [
        .native, .json, .xournalpp, .remarkable, .remarkableDocument, .inkml, .svg, .excalidraw, .tldraw, .saber,
        .pencilKit,
    ]

    /// The formats that can be written; the first that has an extension stands for it.
    public static let writable: [InkFormat] = [.native, .json, .xournalpp, .inkml, .svg, .pencilKit]
}
