// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// An ink file with its document: the PDF that it refers to, or a PDF of its own paper.
struct Note: Sendable {
    /// The document.
    let document: OpenDocument
    /// The ink. Each of its pages refers to a page of the document as its background.
    let ink: InkFile
    /// The PDF that was written anew in the order of the ink; nil if the document begins with the PDF or has none.
    private(set) var rewritten: OpenDocument?

    /// The errors after which paper can stand in for the PDF.
    private static let replaceable: Set<LimnError.Code> = [.noBackground, .backgroundMissing, .backgroundForbidden]

    /// Finds the PDF that the ink refers to, or makes a PDF of paper if it refers to none.
    ///
    /// - Parameter background: finds the PDF that the ink refers to; nil if no other file may be read.
    /// - Throws: ``LimnError`` with `noBackground`, `backgroundMissing` or `backgroundForbidden`, or the error of
    ///   opening the PDF.
    init(
        _ ink: InkFile, background: Background?, access: Access, _ context: JobContext
    ) throws(LimnError) {
        let content = ink.content.document
        let isOnPDF = content.pages.contains { if case .pdf = $0.background { true } else { false } }
        guard !isOnPDF, content.template == nil || !content.pages.isEmpty else {
            let pdf: OpenDocument
            do throws(LimnError) {
                pdf = try Self.background(of: ink, background, access)
            } catch {
                guard let background, background.usesPaper, Self.replaceable.contains(error.code) else { throw error }
                let warning = Diagnostic(
                    .backgroundReplaced, "\(error.sentence.dropLast()); plain paper replaces it.", about: ink.path)
                try self.init(onPaper: ink, [warning], context)
                return
            }
            try self.init(ink, on: pdf, access: access, context)
            return
        }
        try self.init(onPaper: ink, [], context)
    }

    /// Puts the pages of a PDF in the order of the ink.
    init(_ ink: InkFile, on pdf: OpenDocument, access: Access, _ context: JobContext) throws(LimnError) {
        let client = JobClient(context, access: access)
        var (ink, order) = (ink, ArrangedPages.Order?.none)
        if !ink.content.document.pages.isEmpty {
            let count = try client.open(pdf).pageCount
            ink = ink.replacingMissingPages(ofPDFWith: count)
            order = ArrangedPages.Order(ink.content.document, pageCount: count)
        }
        let content = ink.content.document
        if order?.isThatOfPDF != false {
            if let mixed = try InsertedPaper(content, in: pdf, access: access, context) {
                document = mixed.document
                self.ink = ink.replacing(mixed.ink, mixed.unknown)
                return
            }
            // Paper cannot be appended to every PDF. If the PDF is signed, the ink on paper is left out with a
            // warning, because a signature is worth more.
            let hasPaper = order?.numbers.contains { $0 == nil } == true
            guard hasPaper, try !client.perform(TraitsJob(), on: pdf).answer.isSigned else {
                document = pdf
                self.ink = ink
                return
            }
        }
        guard let order else {
            document = pdf
            self.ink = ink
            return
        }
        let arranged = try ArrangedPages(content, order, of: pdf, access: access, context)
        document = arranged.document
        let note =
            order.isThatOfPDF
            ? [] : [Diagnostic(.pagesArranged, arranged.sentence, about: ink.path, .note)]
        self.ink = ink.replacing(arranged.ink, arranged.unknown, note)
        rewritten = pdf
    }

    /// Makes a PDF of paper for all pages of the ink.
    ///
    /// - Parameter warnings: what the ink's diagnostics get besides.
    private init(onPaper ink: InkFile, _ warnings: [Diagnostic], _ context: JobContext) throws(LimnError) {
        let content = ink.content.document
        guard !content.pages.isEmpty else { throw LimnError(.failed, about: ink.path, "It has no pages.") }
        let paper = Paper(content)
        do {
            let (file, unknown) = try paper.make(context)
            document = try OpenDocument(try file.asInput(named: ink.path))
            self.ink = ink.replacing(paper.document, unknown, warnings)
        } catch { throw LimnError(error) }
    }

    /// Opens the PDF that the ink refers to or contains.
    private static func background(
        of ink: InkFile, _ background: Background?, _ access: Access
    ) throws(LimnError) -> OpenDocument {
        if case .embedded(let bytes) = ink.content.document.template {
            return try OpenDocument(bytes: bytes, named: ink.path)
        }
        guard let background else {
            throw LimnError(
                .backgroundForbidden, about: ink.path, "The ink is on a PDF in another file, which is not read here.")
        }
        let (named, real) = try background.find(for: ink)
        return try OpenDocument(named, opened: real, access: access)
    }
}

extension InkFile {
    /// Puts ink that is on a page that the PDF lacks on plain paper, with a warning. If no page with ink is there, it belongs to
    /// another PDF, and nothing changes.
    fileprivate func replacingMissingPages(ofPDFWith count: Int) -> InkFile {
        var document = content.document
        var missing: [(place: Int, number: Int)] = []
        var isOther = true
        for (index, page) in document.pages.enumerated() where !page.drawing.isEmpty {
            guard case .pdf(let number) = page.background else { continue }
            if (1...max(1, count)).contains(number) { isOther = false } else { missing.append((index, number)) }
        }
        guard !isOther, !missing.isEmpty else { return self }
        for page in missing { document.pages[page.place].background = .none }
        let pages = count == 1 ? "1 page" : "\(count) pages"
        var warnings = missing.prefix(Self.shownMissing).map { page in
            Diagnostic(
                .backgroundReplaced,
                "Page \(page.place.ordinal) of the ink is on page \(page.number) of a PDF that has \(pages); plain paper replaces it.",
                about: path)
        }
        if missing.count > Self.shownMissing {
            let rest = missing.count - Self.shownMissing
            warnings.append(
                Diagnostic(
                    .backgroundReplaced, "\(rest) more pages of the ink are on pages that the PDF lacks.", about: path))
        }
        return replacing(document, UnknownPaper([], at: []), warnings)
    }

    /// The maximum number of missing pages that are told of one by one.
    private static let shownMissing = 16

    /// Returns the ink file with another document, with additional warnings, and with notes about paper with an unknown
    /// ruling.
    fileprivate func replacing(
        _ document: InkDocument, _ unknown: UnknownPaper, _ warnings: [Diagnostic] = []
    ) -> InkFile {
        var content = content
        content.document = document
        return InkFile(
            path: path, content: content, size: size, hash: hash,
            diagnostics: diagnostics + warnings + unknown.notes(about: path))
    }
}
