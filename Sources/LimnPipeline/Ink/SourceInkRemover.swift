// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs
public import SystemPackage

/// Removes the source ink from a PDF, so that only the visible ink is left: the work behind `limn ink strip`.
public struct SourceInkRemover: Sendable {
    /// The result of removing source ink.
    public struct Result: Sendable, Encodable {
        /// The input file.
        public var input: FilePath
        /// The written file; nil if none was written.
        public var output: FilePath?
        /// The number of removed files with source ink that were embedded in the PDF.
        public var removed = 0
        /// The number of bytes read.
        public var inputBytes: Int?
        /// The number of bytes written.
        public var bytes: Int?
        /// The status.
        public var status = ResultStatus.failed
        /// Messages for the user.
        public var diagnostics: [Diagnostic] = []

        /// The warnings and errors as sentences. A sentence names its file unless the file is the input.
        public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
        /// The notes as sentences. A sentence names its file unless the file is the input.
        public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

        /// Encodes all keys, with null for missing values.
        public func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers([
                "input": input.json, "output": output?.json, "removed": removed, "inputBytes": inputBytes,
                "bytes": bytes, "status": status, "messages": messages, "notes": notes,
            ])
        }
    }

    /// The PDF to read; `-` is standard input.
    public var input: FilePath
    /// The PDF to write; `-` is standard output.
    public var output: FilePath
    /// Whether a signed document is rewritten even though that breaks its signatures.
    public var force = false
    /// Whether the request fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access = Access()
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - input: a PDF, with or without source ink.
    ///   - output: the new PDF, which is published as a whole.
    public init(input: FilePath, output: FilePath) {
        self.input = input
        self.output = output
    }

    /// Performs the request. Nothing is written unless it succeeds. A document without source ink is copied unchanged.
    ///
    /// - Returns: the result, whose status and diagnostics tell why it failed.
    public func run() -> Result {
        var result = Result(input: input)
        do {
            try run(&result)
            result.status = result.diagnostics.status
        } catch {
            let error = LimnError(error)
            result.status = ResultStatus(error)
            result.diagnostics.append(Diagnostic(error, about: input))
        }
        return result
    }

    private func run(_ result: inout Result) throws {
        if output != "-" { try Publisher(keepsExisting: keepsExisting).check(output) }
        let document = try OpenDocument(input, access: access)
        result.inputBytes = document.input.size
        if output != "-", let identity = FileIdentity(input), identity == FileIdentity(output) {
            throw LimnError(
                .outputsCollide, "The output would replace the file it comes from; give it another name.")
        }
        let client = JobClient(context, access: access)
        let opened = try client.open(document)
        let export = try ExportOutput(output, keepsExisting: keepsExisting, expected: document.input.size)
        let isSigned = try client.perform(TraitsJob(), on: document).answer.isSigned
        let stripped = try client.perform(StripJob(), on: document, into: export.job)
        let done = stripped.answer
        guard let made = stripped.file else { throw JobClient.misanswered }
        if done.sources == 0 {
            try export.take(document.input)
        } else if isSigned, !force {
            throw LimnError(
                .signed, "The document is signed, and rewriting it would break the signature.")
        } else {
            try export.take(made)
        }
        try document.input.checkUnchanged()
        result.removed = done.sources
        result.bytes = export.size
        result.diagnostics = (opened.warnings + done.messages + stripped.warnings).map {
            Diagnostic(libraryText: $0, about: input)
        }
        try export.publish(receipt: nil)
        result.output = output
    }
}
