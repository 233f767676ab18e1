// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension InspectJob: PerformableValueJob {
    static let needsFonts = true

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        try PDFInspection(try session.document())
    }
}

extension PDFInspection {
    /// Reads the properties of an open document.
    fileprivate init(_ document: Template) throws {
        let pictures = try document.pictures()
        guard pictures.pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        guard let objects = try? document.objects(), let summary = try? objects.summary(), summary.pageCount > 0 else {
            try self.init(picturesOf: document, pictures)
            return
        }
        var pages: [PDFInspection.Page] = []
        for index in 0..<summary.pageCount {
            pages.append(PDFInspection.Page(number: index + 1, try objects.pageGeometry(at: index)))
        }
        var kinds: [String: Int] = [:]
        if summary.formFieldCount > 0 || (summary.annotationCounts["Widget"] ?? 0) > 0 {
            for field in (try? document.form())?.fields ?? [] { kinds[field.kind.rawValue, default: 0] += 1 }
        }
        let outline = (try? document.pictures().outline().items) ?? []
        self.init(
            input: document.input.path.json, bytes: document.input.size, version: summary.version, info: summary.info,
            isEncrypted: summary.isEncrypted, isSigned: summary.hasSignatures, isTagged: summary.isTagged,
            hasXFA: summary.hasXFA, formFields: summary.formFieldCount, fieldKinds: kinds, links: summary.linkCount,
            annotations: summary.annotationCounts, embeddedFiles: summary.embeddedFileCount, pages: pages,
            outline: outline.map { OutlineItem($0) },
            messages: objects.takeWarnings().compactMap { LibraryText.ownSentence(in: $0) })
    }
}

extension PDFInspection {
    /// Makes the properties of a damaged document whose pages can be drawn but whose objects cannot be read.
    private init(picturesOf document: Template, _ pictures: PDFDocument) throws {
        var pages: [PDFInspection.Page] = []
        for number in 1...pictures.pageCount {
            let size = try document.page(number, userUnit: 1).size
            let box = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
            pages.append(PDFInspection.Page(number: number, PageGeometry(mediaBox: box)))
        }
        self.init(
            input: document.input.path.json, bytes: document.input.size, version: "", info: [:], isEncrypted: false,
            isSigned: false, isTagged: false, hasXFA: false, formFields: 0, links: 0, annotations: [:],
            embeddedFiles: 0, pages: pages, outline: pictures.outline().items.map { OutlineItem($0) },
            messages: ["The document is damaged: its pages can be drawn, but what else is in it cannot be read."])
    }
}

extension PDFInspection.OutlineItem {
    fileprivate init(_ item: PDFOutline.Item) {
        self.init(
            title: item.title, page: item.page, uri: item.uri,
            children: item.children.map { PDFInspection.OutlineItem($0) })
    }
}
