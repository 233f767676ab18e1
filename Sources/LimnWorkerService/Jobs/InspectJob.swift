// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension InspectJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let bytes = Array(try JSONEncoder().encode(try PDFInspection(try session.document())))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}

extension PDFInspection {
    /// What is in an open document.
    fileprivate init(_ document: Template) throws {
        let objects = try document.objects()
        let summary = try objects.summary()
        guard summary.pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        var pages: [PDFInspection.Page] = []
        for index in 0..<summary.pageCount {
            pages.append(PDFInspection.Page(number: index + 1, try objects.pageGeometry(at: index)))
        }
        let outline = (try? document.pictures().outline().items) ?? []
        self.init(
            input: document.input.path.json, bytes: document.input.size, version: summary.version, info: summary.info,
            isEncrypted: summary.isEncrypted, isSigned: summary.hasSignatures, isTagged: summary.isTagged,
            hasXFA: summary.hasXFA, formFields: summary.formFieldCount, links: summary.linkCount,
            annotations: summary.annotationCounts, embeddedFiles: summary.embeddedFileCount, pages: pages,
            outline: outline.map { OutlineItem($0) }, messages: objects.takeWarnings())
    }
}

extension PDFInspection.OutlineItem {
    fileprivate init(_ item: PDFOutline.Item) {
        self.init(
            title: item.title, page: item.page, uri: item.uri,
            children: item.children.map { PDFInspection.OutlineItem($0) })
    }
}
