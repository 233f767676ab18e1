// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
public import LimnJobs
internal import LimnPictures
internal import LimnWorker
public import SystemPackage

/// Makes contact sheets: the work behind `limn contact-sheet`.
public struct ContactSheetRenderer {
    /// A written contact sheet.
    public struct Sheet: Sendable {
        /// The file.
        public var output: FilePath
        /// The width and height in pixels; nil for a PDF.
        public var pixels: (width: Int, height: Int)?
        /// The number of pages of a PDF; 1 for a picture.
        public var pages: Int
        /// The number of documents on the sheet. Each has a card with a picture, or with the reason why there is no
        /// picture.
        public var documents: Int
        /// The size of the file in bytes.
        public var bytes: Int
    }

    private let request: ContactSheetRequest
    private let documents: SheetDocuments
    private let layout: SheetLayout
    private let outputs: [FilePath]

    /// The maximum height of a picture in pixels. Viewers can still show it, and drawing it takes 60 to 90 MB.
    private static let maximumHeight = 16_000
    /// The size of a PDF page in points: A4.
    static let page = Size(width: 595, height: 842)

    /// The number of documents found.
    public var documentCount: Int { documents.paths.count }

    /// Finds the documents and determines the names of the sheets, before anything is written.
    ///
    /// - Parameter request: the documents, the sheet and its look.
    /// - Throws: ``LimnError``.
    public init(_ request: ContactSheetRequest) throws(LimnError) {
        self.request = request
        let documents = try SheetDocuments(request)
        self.documents = documents
        layout = try Self.layout(request, count: documents.paths.count)
        outputs = try Self.outputs(request, layout, count: documents.paths.count)
        try Self.check(outputs, documents.paths + documents.inkBeside.values, request)
    }

    private static func layout(_ request: ContactSheetRequest, count: Int) throws(LimnError) -> SheetLayout {
        guard case .picture(let encoder) = request.format else {
            return SheetLayout(page: page, columns: request.columns ?? 5)
        }
        let columns = request.columns ?? max(1, min(6, count))
        let sides = encoder.format.sides
        let layout = SheetLayout(side: request.size, columns: columns) { width in
            sides.contains(width) ? min(sides.upperBound, maximumHeight, request.access.pixelLimit / width) : 0
        }
        guard let layout else {
            throw LimnError(
                .refused,
                "A row of \(columns) pictures of \(request.size) pixels is too large for a \(encoder.format.name) within "
                    + "the limit of \(request.access.pixelLimit) pixels; choose fewer columns or a smaller size.")
        }
        return layout
    }

    /// Returns the names of the sheets: the output's name or, for several sheets, numbered names like those of
    /// `render`.
    private static func outputs(
        _ request: ContactSheetRequest, _ layout: SheetLayout, count: Int
    ) throws(LimnError) -> [FilePath] {
        let sheets = (count + layout.capacity - 1) / layout.capacity
        guard case .picture = request.format, sheets > 1 else { return [request.output] }
        guard request.output != "-" else {
            throw LimnError(
                .refused, "\(count) documents need \(sheets) pictures, but standard output takes one; write a PDF.")
        }
        let ending = request.output.extension.map { ".\($0)" } ?? ""
        let stem = request.output.removingLastComponent().appending(OutputNames.stem(of: request.output).components)
        return (1...sheets).map { number in
            let padding = String(repeating: "0", count: String(sheets).count - String(number).count)
            return FilePath(bytes: stem.bytes + Array("-\(padding)\(number)\(ending)".utf8))
        }
    }

    private static func check(
        _ outputs: [FilePath], _ inputs: [FilePath], _ request: ContactSheetRequest
    ) throws(LimnError) {
        guard request.output != "-" else { return }
        let sheets = Set(outputs.compactMap { FileIdentity($0) })
        for input in inputs where input != "-" {
            if !sheets.isEmpty, let identity = FileIdentity(input), sheets.contains(identity) {
                throw LimnError(
                    .outputsCollide, about: input, "The sheet would replace this file; give the sheet another name.")
            }
        }
        for output in outputs {
            do throws(FileError) { try Publisher(keepsExisting: request.keepsExisting).check(output) } catch {
                throw LimnError(error)
            }
        }
    }

    /// Makes the sheets.
    ///
    /// - Parameters:
    ///   - report: called once for each document, in order, when its sheet is on the disk. A document without a picture
    ///     has a card that gives the reason.
    ///   - sheet: called for each sheet, before its documents are reported.
    public func run(report: (RenderResult) -> Void, sheet: (Sheet) -> Void) {
        guard !documents.paths.isEmpty else { return }
        request.context.prewarm(request.context.width)
        let capacity = request.format.isPicture ? layout.capacity : documents.paths.count
        var outputs = outputs[...]
        var drawing = SheetDrawing(request, layout)
        var results: [RenderResult] = []
        var count = 0
        orderedMap(documents.paths, width: request.context.width, cancellation: request.context.cancellation) {
            [request, documents] path in
            SheetPicture.drawn(path, inkBeside: documents.inkBeside[path], request)
        } deliver: { (picture: Result<SheetPicture, SheetPicture.Failure>) in
            guard let output = outputs.first else { return }
            results.append(drawing.add(picture, documents.paths[count], name: documents.names[count], output))
            count += 1
            guard results.count == capacity || count == documents.paths.count else { return }
            finish(drawing, results, at: output, report: report, sheet: sheet)
            outputs.removeFirst()
            drawing = SheetDrawing(request, layout)
            results = []
        }
    }

    private func finish(
        _ drawing: SheetDrawing, _ results: [RenderResult], at output: FilePath, report: (RenderResult) -> Void,
        sheet: (Sheet) -> Void
    ) {
        do throws(LimnError) {
            sheet(try drawing.publish(to: output))
            results.forEach(report)
        } catch {
            for result in results {
                // Documents that failed for another reason keep that error.
                report(result.status.isSuccess ? RenderResult(error, input: result.input, page: result.page) : result)
            }
        }
    }
}

extension ContactSheetRequest.Format {
    var isPicture: Bool { if case .picture = self { true } else { false } }
}
