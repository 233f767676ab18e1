// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnJobs
public import SystemPackage

/// A request to lay ink over a PDF and write a new PDF.
@dynamicMemberLookup
public struct FlattenRequest: Sendable {
    /// How ink becomes part of the document.
    public typealias Mode = ExportMode
    /// How the new document is saved.
    public typealias Save = SaveStrategy

    /// The pages with ink that are drawn, without and with the ink, and compared.
    public enum VerifiedPages: String, Hashable, Sendable, Codable, CaseIterable {
        /// A sample that grows with the root of the number of pages, and all pages of which the bytes of the new document do not
        /// prove that ink was added and nothing else was changed. This is for documents that are trusted: viewers read hostile
        /// files in many ways, and the proof may not know all of them.
        case sample
        /// All pages.
        case all
    }

    /// The PDF; nil for the PDF that the ink file refers to. `-` is standard input.
    public var template: FilePath?
    /// The ink file; `-` is standard input.
    public var ink: FilePath
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// The page number, from 1, for ink with a single page; nil for the first page.
    public var page: Int?
    /// Whether ink from a page of another size is scaled to fit the page.
    public var fit = false
    /// A folder, besides the ink file's own folder, from which the PDF may be read.
    public var backgroundFolder: FilePath?
    /// The path of the receipt; nil for no receipt.
    public var receipt: FilePath?
    /// Receives the new document in memory; nil to write it to ``output``.
    var collector: ExportCollector?
    /// The options.
    public var options: FlattenOptions

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - template: the PDF to write on; nil to use the one that the ink names, or empty paper.
    ///   - ink: a file with ink in any known format, or a PDF with ink.
    ///   - output: the new PDF, which is published as a whole.
    ///   - audience: who gets the new PDF.
    ///   - access: the password and the limits for the documents.
    public init(
        template: FilePath?, ink: FilePath, output: FilePath, for audience: Drawing.Layer.Audience,
        access: Access = Access()
    ) {
        self.template = template
        self.ink = ink
        self.output = output
        options = FlattenOptions(for: audience, access: access)
    }

    /// Gives access to the options as members of the request.
    public subscript<Value>(dynamicMember member: WritableKeyPath<FlattenOptions, Value>) -> Value {
        get { options[keyPath: member] }
        set { options[keyPath: member] = newValue }
    }
}
