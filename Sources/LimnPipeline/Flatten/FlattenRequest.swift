// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import SystemPackage

/// Ink that shall be laid over a PDF, into a new PDF.
@dynamicMemberLookup
public struct FlattenRequest: Sendable {
    /// How ink becomes part of the document.
    public typealias Mode = ExportMode
    /// How the new document comes about.
    public typealias Save = SaveStrategy

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
    /// Takes the new document in place of ``output``.
    var collector: ExportCollector?
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
