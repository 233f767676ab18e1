// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
public import LimnInk
public import LimnJobs
public import SystemPackage

/// Ink from one file to another, as it is or simplified: the work behind `limn ink convert` and `limn ink simplify`.
public struct InkConverter: Sendable {
    /// What became of a conversion.
    public struct Result: Sendable, Encodable {
        /// The file that was read.
        public var input: FilePath
        /// The file that was written; nil when none was.
        public var output: FilePath?
        /// The formats by name; nil when unknown.
        public var from: String?
        /// The format that was written.
        public var to: String?
        /// The number of strokes.
        public var strokes = 0
        /// The points read.
        public var pointsIn = 0
        /// The points left out because they repeat the one before them.
        public var duplicates = 0
        /// The points written.
        public var pointsOut = 0
        /// The largest edge error of simplification, in points.
        public var largestEdgeError = 0.0
        /// The bytes read.
        public var inputBytes: Int?
        /// The bytes written.
        public var bytes: Int?
        /// What could not be carried.
        public var dropped: [DroppedItem] = []
        /// How it came out.
        public var status = ResultStatus.failed
        /// What a person should know, besides what could not be carried.
        public var diagnostics: [Diagnostic] = []

        /// The diagnostics as sentences; a file's name stands in front where it is not the input's.
        public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
        /// What nobody needs to know who does not ask, likewise.
        public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }
    }

    /// The file to read; `-` is standard input.
    public var input: FilePath
    /// The file to write; `-` is standard output.
    public var output: FilePath
    /// The format to read; nil to find out from the content.
    public var from: InkFormat?
    /// The format to write; nil to go by the output's extension.
    public var to: InkFormat?
    /// The only page to write, from 1; nil for all.
    public var page: Int?
    /// How exactly native ink is written.
    public var isLossless = false
    /// The tolerance in points to simplify with; nil to keep every point.
    public var tolerance: Double?
    /// A change of the items of one page; nil for none.
    var edit: ItemEdit?
    /// The ink of ``input`` if somebody has read it already.
    var ink: InkFile?
    /// Whether an existing file is left alone.
    public var keepsExisting = false
    /// Password and limits for PDFs.
    public var access = Access()
    /// Who reads and writes.
    package var context = JobContext.standard

    /// Makes a conversion that keeps every point.
    public init(input: FilePath, output: FilePath) {
        self.input = input
        self.output = output
    }

    /// Does the work; nothing is written unless it is done.
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
            try edit?.apply(to: &document)
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
                    throw LimnError(.failed, "A tolerance is a finite number of points, not negative.")
                }
                // What rounding takes is taken off the tolerance; where that leaves little, nothing is rounded.
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
            // Of a page that was chosen, the new file has another number.
            result.dropped += page == nil ? ink.content.withTotals(dropped) : dropped
            if output == "-" {
                try StandardOutput.write(bytes)
            } else {
                try background.write(keepsExisting: keepsExisting)
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

    /// Encodes ink: native here, other formats in a worker.
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
            let made = try client.writeInk(
                WriteInkJob(format: format.id, isLossless: isLossless), ink, into: file)
            guard file.size == made.bytes else { throw client.refusal() }
            return (try file.bytes(), made.dropped)
        } catch { throw LimnError(error) }
    }

    /// By name, else by extension, else native.
    private func format(readAs source: InkFormat) throws(LimnError) -> InkFormat {
        if let to { return to }
        guard output != "-", let ending = output.extension?.lowercased() else { return .native }
        guard let format = InkFormat.writable.first(where: { $0.extensions.contains(ending) }) else {
            let known = InkFormat.writable.flatMap(\.extensions).map { ".\($0)" }.joined(separator: ", ")
            throw LimnError(.unknownFormat, "Ink cannot be written as .\(ending); known are \(known).")
        }
        return format
    }
}

extension InkConverter.Result {
    /// Writes all keys, with null for what is not there.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "output": output?.json, "from": from, "to": to, "strokes": strokes,
            "pointsIn": pointsIn, "duplicates": duplicates, "pointsOut": pointsOut,
            "largestEdgeError": largestEdgeError, "inputBytes": inputBytes, "bytes": bytes,
            "dropped": dropped.map { DroppedJSON($0) }, "status": status, "messages": messages, "notes": notes,
        ])
    }
}
