// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnJobs
public import SystemPackage

/// Takes the source ink out of a PDF, so that only what can be seen is left: the work behind `limn ink strip`.
public struct SourceInkRemover: Sendable {
    /// What became of it.
    public struct Result: Sendable, Encodable {
        /// The file that was read.
        public var input: FilePath
        /// The file that was written; nil when none was.
        public var output: FilePath?
        /// How many exports had left their source ink.
        public var removed = 0
        /// The bytes read.
        public var inputBytes: Int?
        /// The bytes written.
        public var bytes: Int?
        /// How it came out.
        public var status = ResultStatus.failed
        /// What a person should know.
        public var diagnostics: [Diagnostic] = []

        /// The diagnostics as sentences; a file's name stands in front where it is not the input's.
        public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
        /// What nobody needs to know who does not ask, likewise.
        public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

        /// Writes all keys, with null for what is not there.
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
    /// Whether a signed document is written anew although that breaks its signatures.
    public var force = false
    /// Whether an existing file is left alone.
    public var keepsExisting = false
    /// Password and limits.
    public var access = Access()
    /// Where the document is read.
    package var context = JobContext.standard

    /// Prepares the work.
    public init(input: FilePath, output: FilePath) {
        self.input = input
        self.output = output
    }

    /// Does the work; nothing is written unless it is done. A document without source ink is copied as it is.
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
        let isSigned = try client.traits(of: document).isSigned
        let stripped = try client.strip(document, into: export.job)
        let done = stripped.answer
        guard let made = stripped.file else { throw JobClient.misanswered }
        if done.sources == 0 {
            try export.take(document.input)
        } else if isSigned, !force {
            throw LimnError(
                .signed, "The document is signed, and one written anew is not.")
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
