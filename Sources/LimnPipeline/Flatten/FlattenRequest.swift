// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import SystemPackage

/// Ink that shall be laid over a PDF, into a new PDF.
public struct FlattenRequest: Sendable {
    /// How ink becomes part of the document.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// Ink becomes page content on the original pages; everything else stays as it is.
        case overlay
        /// Ink becomes an annotation a stroke, which other programs can go on editing.
        case annotate
        /// Ink, annotations and form fields become page content as they look; fields and annotations are gone, links stay.
        case burn
        /// Every page is drawn anew; scripts, attachments, forms, links, outline and metadata stay behind. Covered text
        /// may survive.
        case redraw
        /// Every page becomes one picture: nothing below it survives.
        case raster
    }

    /// How the new document comes about.
    public enum Save: String, Hashable, Sendable, CaseIterable, Codable {
        /// By appending where the original is sound and the mode allows it, else by rewriting.
        case auto
        /// The original stays as it is, byte for byte, and the changes go behind it; otherwise nothing is written.
        case append
        /// All objects are written anew.
        case rewrite
    }

    /// The PDF; nil for the one that the ink file names. `-` is standard input.
    public var template: FilePath?
    /// The ink file; `-` is standard input.
    public var ink: FilePath
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// How ink becomes part of the document.
    public var mode: Mode = .overlay
    /// How the new document comes about; only ``Mode/overlay`` and ``Mode/annotate`` can be appended.
    public var save: Save = .auto
    /// The pixels an inch of ``Mode/raster``.
    public var resolution = 150.0
    /// Whether the ink as it was drawn is carried inside the document, so that Limn can read it back; not for
    /// ``Mode/redraw`` and ``Mode/raster``, nor where a claim of PDF/A forbids it.
    public var carriesSourceInk = true
    /// The page for an ink file of one page; nil for the first.
    public var page: Int?
    /// Whether ink from a page of another size is scaled to fit.
    public var fit = false
    /// How far an edge of the ink may move, in all: simplification, outlines and rounding together.
    public var tolerance: Tolerance = .storage
    /// A folder besides the ink file's own from which a PDF that it names may be read.
    public var backgroundFolder: FilePath?
    /// The most bytes that the new document may have; the tolerance is raised to ``SizeBudget/largestTolerance`` for that.
    public var maximumSize: Int?
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// Whether everything that the new document holds is counted, also where appending keeps it in any case.
    public var counts = false
    /// Where the receipt goes, if anywhere.
    public var receipt: FilePath?
    /// Whether a signed document is changed although that breaks its signatures.
    public var force = false
    /// Whether an existing file is left alone.
    public var keepsExisting = false
    /// Password and limits.
    public var access: Access
    /// Where the document is read.
    public var isolation = Isolation.inProcess

    /// Makes a request with the usual choices.
    public init(template: FilePath?, ink: FilePath, output: FilePath, access: Access = Access()) {
        self.template = template
        self.ink = ink
        self.output = output
        self.access = access
    }
}
