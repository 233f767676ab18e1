// SPDX-License-Identifier: GPL-3.0-or-later

public import SystemPackage

/// Ink that shall be laid over a PDF, into a new PDF.
@dynamicMemberLookup
public struct FlattenRequest: Sendable {
    /// How ink becomes part of the document.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// Ink becomes page content on the original pages; everything else stays as it is.
        case overlay
        /// Ink becomes annotations, which other programs can go on editing: one a stroke, or one a word where strokes are short.
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
    /// The page for an ink file of one page; nil for the first.
    public var page: Int?
    /// Whether ink from a page of another size is scaled to fit.
    public var fit = false
    /// A folder besides the ink file's own from which a PDF that it names may be read.
    public var backgroundFolder: FilePath?
    /// Where the receipt goes, if anywhere.
    public var receipt: FilePath?
    /// How it is done.
    public var options: FlattenOptions

    /// Makes a request with the usual choices.
    public init(template: FilePath?, ink: FilePath, output: FilePath, access: Access = Access()) {
        self.template = template
        self.ink = ink
        self.output = output
        options = FlattenOptions(access: access)
    }

    /// The options, as members of the request.
    public subscript<Value>(dynamicMember member: WritableKeyPath<FlattenOptions, Value>) -> Value {
        get { options[keyPath: member] }
        set { options[keyPath: member] = newValue }
    }
}
