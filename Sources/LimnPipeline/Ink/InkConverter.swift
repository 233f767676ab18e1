// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
public import LimnInk
public import LimnJobs
public import SystemPackage

/// Converts an ink file, with or without simplification: the work behind `limn ink convert` and `limn ink simplify`.
public struct InkConverter: Sendable {
    /// The result of a conversion.
    public struct Result: Sendable, Encodable {
        /// The input file.
        public var input: FilePath
        /// The written file; nil if none was written.
        public var output: FilePath?
        /// The id of the input's format; nil if unknown.
        public var from: String?
        /// The id of the written format; nil if unknown.
        public var to: String?
        /// The number of strokes.
        public var strokes = 0
        /// The number of points read.
        public var pointsIn = 0
        /// The number of points left out because they repeat the previous point.
        public var duplicates = 0
        /// The number of points written.
        public var pointsOut = 0
        /// The largest edge error of simplification, in points.
        public var largestEdgeError = 0.0
        /// The number of bytes read.
        public var inputBytes: Int?
        /// The number of bytes written.
        public var bytes: Int?
        /// The dropped items.
        public var dropped: [DroppedItem] = []
        /// The status.
        public var status = ResultStatus.failed
        /// Messages for the user, except those about dropped items.
        public var diagnostics: [Diagnostic] = []

        /// The warnings and errors as sentences. A sentence names its file unless the file is the input.
        public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
        /// The notes as sentences. A sentence names its file unless the file is the input.
        public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }
    }

    /// The file to read; `-` is standard input.
    public var input: FilePath
    /// The file to write; `-` is standard output.
    public var output: FilePath
    /// The format of the input; nil to detect it from the content.
    public var from: InkFormat?
    /// The format of the output; nil to choose it by the output's extension.
    public var to: InkFormat?
    /// Who gets the output; nil if that was not said. Ink with a layer for the game master is then refused, because
    /// leaving the layer out could lose work, and taking it along could tell a secret.
    public var audience: Drawing.Layer.Audience?
    /// The number of the only page to write, from 1; nil for all pages.
    public var page: Int?
    /// Whether native ink is stored exactly.
    public var isLossless = false
    /// The tolerance of simplification in points; nil to keep every point.
    public var tolerance: Double?
    /// A change of the ink before it is written; nil for none.
    var edit: (@Sendable (inout InkDocument) throws(LimnError) -> Void)?
    /// The ink of ``input`` if it has been read already; otherwise nil.
    var ink: InkFile?
    /// Whether the conversion fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits for PDFs.
    public var access = Access()
    /// The workers and the cancellation of the conversion.
    package var context = JobContext.standard

    /// Makes a conversion that keeps every point.
    ///
    /// - Parameters:
    ///   - input: a file with ink in any known format, or a PDF with ink.
    ///   - output: the new file, whose name tells its format unless another is set.
    ///   - audience: who gets the output; nil if that was not said.
    public init(input: FilePath, output: FilePath, for audience: Drawing.Layer.Audience?) {
        self.input = input
        self.output = output
        self.audience = audience
    }

    /// Performs the conversion. Nothing is written unless it succeeds.
    ///
    /// - Returns: the result, whose status and diagnostics tell what was dropped or why it failed.
    public func run() -> Result {
        var result = Result(input: input)
        do {
            if output != "-" { try Publisher(keepsExisting: keepsExisting).check(output) }
            let ink = try self.ink ?? InkFile(input, format: from, access: access, context: context)
            result.diagnostics += ink.diagnostics
            result.from = ink.content.format.id
            result.inputBytes = ink.size
            result.dropped = ink.content.withTotals(ink.content.dropped)
            var document = ink.content.document
            if let page {
                guard page >= 1, page <= document.pages.count else {
                    throw LimnError(
                        .noSuchPage, "There is no page \(page); the ink has \(document.pages.count).")
                }
                document.pages = [document.pages[page - 1]]
                result.dropped.removeAll { $0.page != nil && $0.page != page }
            }
            let secrets = document.secretLayerCount
            guard let audience = self.audience ?? (secrets == 0 ? .everyone : nil) else {
                throw LimnError.needsAudience(secretLayers: secrets)
            }
            document = document.made(for: audience)
            if edit == nil, let (code, text) = Diagnostic.Code.fate(ofSecretLayers: secrets, for: audience) {
                result.diagnostics.append(Diagnostic(code, text, about: input, .note))
            }
            try edit?(&document)
            result.strokes = document.strokeCount
            result.pointsIn = document.pointCount
            let format = try format(readAs: ink.content.format)
            guard output == "-" || input == "-" || FileIdentity(input) != FileIdentity(output) else {
                throw LimnError(
                    .outputsCollide, "The output would replace the file it comes from; give it another name.")
            }
            var isLossless = isLossless
            if let tolerance {
                guard let granted = Tolerance(points: tolerance) else {
                    throw LimnError(.failed, "A tolerance must be a finite number of points, 0 or more.")
                }
                // Rounding uses up a part of the tolerance. If too little would remain, values are not rounded.
                isLossless = isLossless || format != .native || granted.points < 4 * NativeInk.roundingError
                let rounding = isLossless ? 0 : NativeInk.roundingError
                let tolerance = Tolerance(points: granted.points - rounding) ?? .exact
                result.largestEdgeError = rounding
                for index in document.pages.indices {
                    let (drawing, report) = Compactor(tolerance: tolerance).compact(document.pages[index].drawing)
                    document.pages[index].drawing = drawing
                    result.duplicates += report.duplicates
                    result.largestEdgeError = max(result.largestEdgeError, report.largestEdgeError + rounding)
                }
            }
            result.pointsOut = document.pointCount
            var background = BackgroundTransfer(&document, from: ink.path, to: output, as: format)
            let (bytes, dropped) = try Self.encode(document, as: format, isLossless: isLossless, context)
            // If one page was chosen, page numbers differ between the two files, so no totals can be set.
            result.dropped += page == nil ? ink.content.withTotals(dropped) : dropped
            if output == "-" {
                try StandardOutput.write(bytes)
            } else {
                try background.write(keepsExisting: keepsExisting, limits: access.inputLimits)
                try Publisher(keepsExisting: keepsExisting).publish(bytes, to: output)
            }
            result.diagnostics += background.diagnostics
            result.output = output
            result.to = format.id
            result.bytes = bytes.count
            result.status = result.dropped.isEmpty ? result.diagnostics.status : .warnings
        } catch {
            let error = LimnError(error)
            result.status = ResultStatus(error)
            result.diagnostics.append(Diagnostic(error, about: input))
        }
        return result
    }

    /// Encodes ink. Native ink is encoded in this process, other formats in a worker.
    ///
    /// - Throws: ``LimnError``.
    package static func encode(
        _ document: InkDocument, as format: InkFormat, isLossless: Bool, _ context: JobContext
    ) throws(LimnError) -> (bytes: [UInt8], dropped: [DroppedItem]) {
        do {
            guard format != .native else {
                return (try NativeInk.encode(document, precision: isLossless ? .lossless : .compact), [])
            }
            let ink = try ScratchFile(try NativeInk.encode(document, precision: .lossless))
            let file = try ScratchFile()
            let client = JobClient(context, access: Access())
            let made = try client.perform(
                WriteInkJob(format: format.id, isLossless: isLossless), on: nil, reading: [ink],
                into: JobOutput(temporary: file)
            ).answer
            guard file.size == made.bytes else { throw client.refusal() }
            return (try file.bytes(), made.dropped)
        } catch { throw LimnError(error) }
    }

    /// Returns the output's format: the requested one, or otherwise the one for the output's extension.
    private func format(readAs source: InkFormat) throws(LimnError) -> InkFormat {
        if let to { return to }
        return try Self.format(of: output)
    }

    /// Returns the format for an output's extension; native ink for standard output or without an extension.
    static func format(of output: FilePath) throws(LimnError) -> InkFormat {
        guard output != "-", let ending = output.extension?.lowercased() else { return .native }
        guard let format = InkFormat.writable.first(where: { $0.extensions.contains(ending) }) else {
            let known = InkFormat.writable.flatMap(\.extensions).map { ".\($0)" }.joined(separator: ", ")
            throw LimnError(.unknownFormat, "Ink cannot be written as .\(ending); use one of \(known).")
        }
        return format
    }
}

extension InkConverter.Result {
    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "output": output?.json, "from": from, "to": to, "strokes": strokes,
            "pointsIn": pointsIn, "duplicates": duplicates, "pointsOut": pointsOut,
            "largestEdgeError": largestEdgeError, "inputBytes": inputBytes, "bytes": bytes,
            "dropped": dropped.map { DroppedJSON($0) }, "status": status, "messages": messages, "notes": notes,
        ])
    }
}
