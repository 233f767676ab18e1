// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnLibrary
internal import LimnWorker
internal import SystemPackage

/// Lays ink over a PDF and publishes the result: the work behind `limn flatten`.
public struct Flattener {
    let request: FlattenRequest
    /// The document, the ink, the filled form and the list of a character's pages, if they have been read already.
    private let given: (opening: OpenedTemplate, ink: InkFile, filled: FilledTemplate?, list: PageList?)?
    private var filled: FilledTemplate? { given?.filled }
    /// Whether more exports of the same document follow.
    private let isOneOfMany: Bool

    /// Prepares a request.
    ///
    /// - Parameter request: what to flatten. Nothing is read before the request is performed.
    public init(_ request: FlattenRequest) {
        self.request = request
        given = nil
        isOneOfMany = false
    }

    /// Prepares a request for an open document and for ink that has already been read. Each page of the ink refers to a
    /// page of the export as its background. The request itself has no template.
    ///
    /// - Parameters:
    ///   - filled: the document with its filled form; nil if the form was not filled.
    ///   - list: the pages of the export; nil for those of the document.
    ///   - isOneOfMany: whether more exports of the same document follow.
    init(
        _ request: FlattenRequest, on opening: OpenedTemplate, ink: InkFile, filled: FilledTemplate? = nil,
        list: PageList? = nil, isOneOfMany: Bool
    ) {
        self.request = request
        given = (opening, ink, filled, list)
        self.isOneOfMany = isOneOfMany
    }

    /// Performs the request.
    ///
    /// - Returns: a result with its status. Nothing is written unless the request succeeds.
    public func run() -> FlattenResult {
        var result = FlattenResult(request)
        do throws(LimnError) {
            try run(&result)
        } catch {
            result.output = nil
            result.status = ResultStatus(error)
            result.error = error
            result.diagnostics.append(Diagnostic(error, about: result.input ?? result.ink))
        }
        return result
    }

    private func run(_ result: inout FlattenResult) throws(LimnError) {
        guard request.mode.canAppend || request.save != .append else {
            throw LimnError(.failed, "This mode rewrites every page and cannot append; save by rewriting.")
        }
        guard request.mode.keepsPages || !request.switchesLayers else {
            throw LimnError(.failed, "This mode rewrites every page, so it has no layers that can be switched.")
        }
        guard request.pages == nil || request.save != .append else {
            throw LimnError(.failed, "Chosen pages cannot be appended; save by rewriting.")
        }
        guard given?.list == nil || request.save != .append else {
            throw LimnError(.failed, "Pages in an order of their own cannot be appended; save by rewriting.")
        }
        try checkOutputs()
        var ink: InkFile
        var rewritten: OpenDocument?
        let early: Result<OpenedTemplate, LimnError>?
        if let given {
            (ink, early) = (given.ink, .success(given.opening))
        } else {
            // The worker that will judge the export opens the document while another worker reads the ink. Errors in
            // the ink are reported first.
            let named = request.template.map { path in
                Result { () throws(LimnError) in
                    try OpenedTemplate.prepare(try OpenDocument(path, access: request.access), request)
                }
            }
            do throws(LimnError) {
                ink = try InkFile(
                    request.ink, background: Background(allowedFolder: request.backgroundFolder),
                    access: request.access, context: request.context)
            } catch {
                guard let template = request.template, InkFile.isPDF(request.ink), !InkFile.isPDF(template) else {
                    throw error
                }
                throw LimnError(
                    .failed, about: template,
                    "This is not a PDF, but \(request.ink.shownAsInput) is one: name the PDF first, then the ink.")
            }
            early = named.map { named in
                Result { () throws(LimnError) in
                    let (document, client) = try named.get()
                    return try OpenedTemplate(document, client)
                }
            }
        }
        result.dropped = ink.content.undrawn
        result.diagnostics += ink.diagnostics
        if request.page != nil, ink.content.document.pages.count > 1 {
            throw LimnError(
                .needsInkOfOnePage, about: request.ink,
                "The ink has \(ink.content.document.pages.count) pages; a page can be chosen only for ink of one page.")
        }
        var opening: OpenedTemplate
        if let early {
            opening = try early.get()
        } else {
            let note = try Note(
                ink, background: Background(allowedFolder: request.backgroundFolder), access: request.access,
                request.context)
            // The result already contains the messages about the ink itself; the rest concerns its paper.
            result.diagnostics += note.ink.diagnostics.dropFirst(ink.diagnostics.count)
            ink = note.ink
            rewritten = note.rewritten
            result.input = note.document.input.path
            let (document, client) = try OpenedTemplate.prepare(note.document, request)
            opening = try OpenedTemplate(document, client)
        }
        var mapping = mapping
        var hasSignatures = opening.traits.isSigned
        if let list = given?.list {
            rewritten = filled?.original ?? opening.document
            let document = try ArrangedTemplate(list.pages, of: opening.document, opening.client).document
            opening = try OpenedTemplate(document, opening.client)
        }
        if let pages = request.pages, let chosen = try ChosenPages(pages, of: opening, ink, mapping: mapping) {
            rewritten = rewritten ?? filled?.original ?? opening.document
            (opening, ink, mapping) = (chosen.opening, chosen.ink, .byBackground)
            hasSignatures = hasSignatures || opening.traits.isSigned
        }
        result.input = opening.document.input.path
        let (document, client) = (opening.document, opening.client)
        client.context.tell(Self.openedShare)
        result.inputBytes = (rewritten ?? filled?.original ?? document).input.size
        if let rewritten {
            guard !hasSignatures || request.force else {
                throw LimnError(.signed, "The document is signed, and reordering its pages would break the signature.")
            }
            result.diagnostics.append(
                Diagnostic(
                    .pagesArranged, "The export was rewritten and does not begin with the original.",
                    about: rewritten.input.path, .note))
        }
        result.diagnostics += filled?.diagnostics ?? []
        result.pageCount = opening.opened.pageCount
        let save = try checkTraits(opening.traits, of: document, &result)
        let targets = try InkPlacement.targets(
            of: ink.content.document, mapping: mapping, pageCount: opening.opened.pageCount)
        // Start the workers that will compare pages now, while the export is being made.
        let verification = PageVerification(
            document, client, pages: request.verifies ? Set(targets.compactMap { $0 }) : [],
            resolution: comparedResolution, isAlone: !isOneOfMany)
        // Unscaled ink does not depend on the page sizes, so it is encoded while they are read.
        let depends =
            request.fit || !request.extends.isEmpty || ink.content.document.pages.contains { $0.placement != .topLeft }
        let encoding =
            depends
            ? nil
            : encode(
                try placement(of: ink, on: opening, mapping) { pages in
                    Dictionary(uniqueKeysWithValues: pages.map { ($0, Size(width: 0, height: 0)) })
                })
        var placed = try placement(of: ink, on: opening, mapping) { (pages) throws(LimnError) in
            try client.sizes(ofPages: pages, of: document)
        }
        placed.extend(request.extends, hasHidden: request.switchesLayers)
        tell(placed, about: document, &result)
        let source = try (encoding ?? encode(placed)).value()
        client.context.tell(Self.placedShare)
        let sampled = provesPages ? Self.sample(of: placed.drawings) : Set(placed.drawings.keys)
        verification.prepare(ink: source, pages: sampled, frames: placed.frames)
        do {
            var pictures: Set<Int> = []
            var attempt = result
            var output = try ExportOutput(
                request.output, keepsExisting: request.keepsExisting, expected: document.input.size + 2 * source.size,
                collector: request.collector)
            var spoiled = try write(
                source, on: opening, rewritten, save, into: output, verification, drawing: sampled, &pictures, &attempt)
            // A redrawn page that does not look like the original becomes a picture. All pages do if that does not help.
            var rounds = 0
            while !spoiled.isEmpty {
                rounds += 1
                pictures.formUnion(spoiled)
                if rounds > 2 { pictures.formUnion(1...max(1, opening.opened.pageCount)) }
                client.context.retireWorkers()
                attempt = result
                output = try output.emptied()
                let next = PageVerification(
                    document, client, pages: [], resolution: comparedResolution, isAlone: !isOneOfMany)
                spoiled = try write(
                    source, on: opening, rewritten, save, into: output, next, drawing: sampled, &pictures, &attempt)
            }
            result = attempt
        } catch {
            let error = LimnError(error)
            // A worker whose export was refused must not make another one.
            if Self.refusals.contains(error.code) { client.context.retireWorkers() }
            throw error
        }
    }

    /// The shares of an export that are done when its document is open, when its ink is placed, and when it is written.
    /// Comparing pages is the rest.
    private static let (openedShare, placedShare, writtenShare) = (0.1, 0.2, 0.5)

    /// The errors that indicate a faulty export.
    private static let refusals: Set<LimnError.Code> = [.unverified, .inkNotShown, .crashed]

    /// Assigns each page of the ink to a page of the document.
    private func placement(
        of ink: InkFile, on opening: OpenedTemplate, _ mapping: InkPlacement.Mapping,
        pageSizes: ([Int]) throws(LimnError) -> [Int: Size]
    ) throws(LimnError) -> InkPlacement {
        try InkPlacement(
            ink.content.document, mapping: mapping, pageCount: opening.opened.pageCount, fit: request.fit,
            layers: request.options.layers, pageSizes: pageSizes)
    }

    private var mapping: InkPlacement.Mapping {
        request.template == nil ? .byBackground : .byNumber(only: request.page ?? 1)
    }

    /// Adds the messages and the counts of the placement to the result.
    private func tell(_ placement: InkPlacement, about document: OpenDocument, _ result: inout FlattenResult) {
        result.inkedPages = placement.drawings.keys.sorted()
        (result.beyond, result.extended) = (placement.beyond, placement.extended)
        result.diagnostics += placement.notes.map { note in
            note.isAboutInk
                ? Diagnostic(note.code, note.text, about: request.ink, note.severity)
                : Diagnostic(note.code, note.text, about: document.input.path, page: note.page, note.severity)
        }
        for drawing in placement.drawings.values {
            result.strokes += drawing.strokes.count
            result.objects += drawing.objects.count
            result.pointsIn += drawing.pointCount
        }
    }

    /// Encodes the ink for workers, on another thread. Each encoded page refers to a page of the document as its
    /// background.
    private func encode(_ placement: InkPlacement) -> BackgroundTask<ScratchFile, LimnError> {
        let pages = placement.drawings.sorted { $0.key < $1.key }.map { number, drawing in
            InkDocument.Page(background: .pdf(page: number), drawing: drawing)
        }
        return BackgroundTask { () throws(LimnError) in
            do {
                return try ScratchFile(try NativeInk.encode(InkDocument(pages: pages), precision: .lossless))
            } catch { throw LimnError(error) }
        }
    }

    /// Makes the new document, verifies it and publishes it.
    ///
    /// - Parameters:
    ///   - sampled: the pages that are drawn for the comparison, whatever the bytes of the export prove.
    ///   - pictures: the pages that become pictures instead of being redrawn. Pages that end a worker are added.
    /// - Returns: the redrawn pages that do not look like the original. The document was published if there are none.
    private func write(
        _ source: ScratchFile, on opening: OpenedTemplate, _ rewritten: OpenDocument?, _ save: FlattenRequest.Save,
        into output: ExportOutput, _ verification: PageVerification, drawing sampled: Set<Int>,
        _ pictures: inout Set<Int>, _ result: inout FlattenResult
    ) throws -> Set<Int> {
        let (document, client) = (opening.document, opening.client)
        let budget = SizeBudget(limit: request.maximumSize, granted: request.tolerance)
        let (made, tolerance) = try budget.run { tolerance in
            let made = try make(
                job(tolerance, save, result), on: document, ink: source, into: output.job, client, pictures: &pictures)
            let before = made.report.save == .append ? document.input.size : 0
            return (before + made.report.bytes, made)
        }
        let report = made.report
        guard report.largestEdgeError <= 2 * AnswerBounds.edgeError(of: tolerance) else { throw JobClient.misanswered }
        if report.save == .append {
            try output.take(document.input, followedBy: made.file)
        } else {
            try output.take(made.file)
        }
        output.startWriting()
        let export = try output.reader()
        defer { try? export.close() }
        result.add(report, tolerance: tolerance)
        result.bytes = output.size
        client.context.tell(Self.writtenShare)
        let found = try verification.check(
            job(tolerance, save, result), report, counts: request.counts, isStrict: request.verifies, export: export,
            ink: source)
        guard found.burnt == report.burnt else {
            throw LimnError(.unverified, "The new document is not published: more was removed than was there.")
        }
        result.add(found)
        result.diagnostics += (opening.opened.warnings + report.messages).map {
            Diagnostic(libraryText: $0, about: document.input.path)
        }
        result.diagnostics += pictures.sorted().map {
            Diagnostic(
                .appearanceDoubtful, "The page could not be redrawn and became a picture.",
                about: document.input.path, page: $0)
        }
        result.diagnostics += report.itemNotes.map { Diagnostic(.itemDoubtful, $0, about: request.ink) }
        let path = document.input.path
        result.diagnostics += result.diagnostics(about: path) + report.lowered(about: path) + report.doubts(about: path)
        if tolerance.points > request.tolerance.points {
            let text = "\((tolerance.points * 1000).rounded() / 1000)"
            result.diagnostics.append(
                Diagnostic(
                    .toleranceRaised,
                    "To keep the PDF small enough, the ink was written with a tolerance of \(text) pt.",
                    about: request.ink))
        }
        if request.verifies {
            let (found, spoiled) = try verification.compare(
                pagesToVerify(result, report, drawing: sampled, isThorough: !pictures.isEmpty), export: export,
                ink: source,
                PageVerification.Terms(
                    frames: result.extended.frames, keepsUserUnit: request.mode.keepsPages,
                    tolerance: min(result.largestEdgeError, AnswerBounds.edgeError(of: tolerance)),
                    resolution: comparedResolution, isRedrawn: request.mode == .redraw,
                    pictures: request.mode == .raster ? nil : pictures, pictureResolution: request.resolution,
                    sharesPages: isOneOfMany)
            ) { client.context.tell(Self.writtenShare + $0 * (1 - Self.writtenShare)) }
            guard spoiled.isEmpty else { return spoiled }
            result.verification = found
        }
        for hidden in result.verification?.hiddenInk ?? [] {
            let percent = max(1, Int(clamping: (hidden.share * 100).rounded()))
            result.diagnostics.append(
                Diagnostic(
                    .inkHidden,
                    "\(percent) % of the ink lies below form fields or annotations and does not show.",
                    about: document.input.path, page: hidden.page))
        }
        try document.input.checkUnchanged()
        try filled?.original.input.checkUnchanged()
        if let rewritten {
            try rewritten.input.checkUnchanged()
            result.save = .rewrite
            result.originalIsPrefix = false
        }
        filled?.tell(in: &result)
        result.output = request.output
        result.status = result.dropped.isEmpty ? result.diagnostics.status : .warnings
        let receipt = try request.receipt.map { path in (path: path, bytes: try result.receipt()) }
        try output.publish(receipt: receipt)
        return []
    }
}
