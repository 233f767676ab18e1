// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnHandwriting
package import LimnInk
package import LimnJobs
internal import LimnWorker
package import SystemPackage

/// Reads the handwriting of pages: cuts it into lines, and has a worker read their phrases.
package struct HandwritingTextReader {
    private let client: JobClient
    private let context: JobContext
    private let files: ReadingFiles
    private let model: FileDescriptor

    /// The maximum number of points of a phrase. Further points are left out.
    private static let pointLimit = 20_000
    /// The width of the pieces of a job, in heights of pieces. A page of handwriting has about 200; reading it takes a second.
    private static let widthLimit = 400.0
    /// How high small letters are beside the typical stroke.
    private static let smallLetters = 0.6

    /// Prepares the reading of handwriting.
    ///
    /// - Parameter files: what reads it; nil if it is not installed.
    /// - Throws: ``LimnError`` with `failed` if it is not installed.
    package init(context: JobContext = .standard, files: ReadingFiles? = .find()) throws(LimnError) {
        guard let files else { throw ReadingFiles.missing }
        (self.files, self.context, client) = (files, context, JobClient(context, access: Access()))
        // A pipe would keep it waiting, and what is no file of that size is no model.
        let size = (try? InputFile(regularFile: FilePath(files.model)))?.size ?? 0
        guard (1...ReadHandwritingJob.modelSizeLimit).contains(size) else { throw ReadingFiles.unusable }
        do {
            model = try FileDescriptor.open(FilePath(files.model), .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch { throw ReadingFiles.missing }
    }

    /// Closes the model. Call it when no more pages are read.
    package func close() { try? model.close() }

    /// Reads the handwriting of a page.
    ///
    /// - Parameter number: the number of the page, from 1.
    /// - Throws: ``LimnError``.
    package func page(_ number: Int, with drawing: Drawing) throws(LimnError) -> HandwrittenPage {
        let layout = HandwritingLayout(drawing)
        let lines = layout.lines.map { line in
            line.phrases.map { self.piece(of: $0, in: line, drawing, layout.letterHeight) }
        }
        let readings = try read(lines.flatMap { $0 })
        var next = 0
        let read = zip(layout.lines, lines).map { line, pieces -> HandwrittenPage.Line in
            let own = readings[next..<next + pieces.count]
            next += pieces.count
            let phrases = zip(own, pieces).map { reading, piece in
                HandwrittenPage.Phrase(lattice: reading.lattice, box: piece.box, angle: line.angle)
            }
            return HandwrittenPage.Line(
                text: own.map { Self.shown($0.text) }.filter { !$0.isEmpty }.joined(separator: " "), box: line.box,
                words: line.words.map(\.box), phrases: phrases)
        }
        return HandwrittenPage(page: number, lines: read)
    }

    /// Straightens a phrase.
    private func piece(
        of part: HandwrittenLine.Part, in line: HandwrittenLine, _ drawing: Drawing, _ height: Double
    ) -> (piece: HandwritingPiece, box: Rect) {
        let turn = HandwrittenLine.straightening(line.angle)
        var left = Self.pointLimit
        let lines = part.strokes.map { index -> [Point] in
            let points = drawing.strokes[index].points.positions.prefix(left).filter { $0.x.isFinite && $0.y.isFinite }
            left -= points.count
            return points.map { turn.apply($0) }
        }.filter { !$0.isEmpty }
        let box = Rect(containing: lines.joined()) ?? part.box
        // From the corner of its box, so that hundredths keep the shape of letters wherever the page has them.
        let placed = lines.map { line in line.map { Point(x: $0.x - box.minX, y: $0.y - box.minY) } }
        return (HandwritingPiece(placed, leastHeight: Self.smallLetters * height), box)
    }

    /// Has a worker read pieces, in jobs that are far from the time limit.
    private func read(_ pieces: [(piece: HandwritingPiece, box: Rect)]) throws(LimnError) -> [HandwritingReading] {
        var found: [HandwritingReading] = []
        var (job, width) = ([HandwritingPiece](), 0.0)
        for (index, (piece, box)) in pieces.enumerated() {
            job.append(piece)
            width += min(box.width / max(box.height, piece.leastHeight, 1e-9), Self.widthLimit)
            let isLast = index == pieces.count - 1
            guard isLast || job.count == ReadHandwritingJob.limit || width >= Self.widthLimit else { continue }
            if context.isCancelled { throw .cancelled }
            found += try readings(of: job)
            (job, width) = ([], 0)
        }
        return found
    }

    private func readings(of pieces: [HandwritingPiece]) throws(LimnError) -> [HandwritingReading] {
        do {
            let (input, output) = (try ScratchFile(Array(try JSONEncoder().encode(pieces))), try ScratchFile())
            var allowance = LeaseAllowance.none
            allowance.library = files.library
            try client.perform(
                ReadHandwritingJob(count: pieces.count), on: nil, reading: [input.reader, model],
                into: JobOutput(temporary: output, limit: AnswerBounds.handwritingBytes), as: .reads,
                allowing: allowance)
            // Few bytes of an answer can stand for much, so no more readings are decoded than there are pieces.
            let limits = BoundedJSON.Limits(depth: 4, values: 4 * pieces.count + 8)
            let readings = try client.decoded([HandwritingReading].self, from: output, limits: limits)
            guard readings.count == pieces.count, AnswerBounds.allow(readings) else { throw client.refusal() }
            return readings
        } catch { throw LimnError(error) }
    }

    /// A text as a terminal may get it.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }
        return String(scalars).trimmingCharacters(in: .whitespaces)
    }
}

extension HandwritingTextReader {
    /// The ink of a page that is read.
    private struct Ink {
        var strokes: [Stroke] = []
        /// The number of layers for the game master.
        var secrets = 0
    }

    /// Reads the handwriting of an ink file, or of the ink in a PDF.
    ///
    /// - Parameters:
    ///   - path: the file, for diagnostics.
    ///   - selection: the pages, in the order in which they are returned; nil for all.
    ///   - audience: who gets the result.
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist.
    package func pages(
        of document: InkDocument, in path: FilePath, _ selection: PageSelection?, for audience: Drawing.Layer.Audience
    ) throws(LimnError) -> [HandwrittenPage] {
        let inked = Self.ink(of: document, for: audience)
        let last = inked.keys.max() ?? 0
        let numbers = try selection?.numbers(of: last) ?? inked.keys.sorted()
        var found: [HandwrittenPage] = []
        for number in numbers {
            if context.isCancelled { throw .cancelled }
            let ink = inked[number] ?? Ink()
            var page = try page(number, with: Drawing(strokes: ink.strokes))
            if let (code, text) = Diagnostic.Code.fate(ofSecretLayers: ink.secrets, for: audience) {
                page.diagnostics = [Diagnostic(code, text, about: path, page: number, .note)]
            }
            found.append(page)
            context.tell(Double(found.count) / Double(numbers.count))
        }
        return found
    }

    /// The visible strokes by page number. The page of a PDF that ink names counts; ink on paper is counted from 1.
    private static func ink(of document: InkDocument, for audience: Drawing.Layer.Audience) -> [Int: Ink] {
        var found: [Int: Ink] = [:]
        for (index, page) in document.pages.enumerated() {
            let drawing = page.drawing.made(for: audience)
            let layers = drawing.layers
            var number = index + 1
            if case .pdf(let named) = page.background, (1...AnswerBounds.pages).contains(named) { number = named }
            found[number, default: Ink()].secrets += page.drawing.secretLayerCount
            found[number, default: Ink()].strokes += drawing.strokes.filter {
                !layers.indices.contains($0.layer) || layers[$0.layer].isVisible
            }
        }
        return found
    }
}
