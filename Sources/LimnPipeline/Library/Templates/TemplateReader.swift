// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnLibrary
internal import SystemPackage

/// Reads the data that a library stores with a PDF: pages, outline, text, and a thumbnail of the first page.
struct TemplateReader {
    /// The data, and messages for the user.
    struct Made: Sendable {
        var template: NewTemplate
        var diagnostics: [Diagnostic]
    }

    /// The maximum size of a document's searchable text, in bytes of UTF-8.
    static let textLimit = 4 << 20
    /// The number of pages in one request for text. If one of them cannot be read, the text of all of them is lost.
    private static let textBatch = 32

    let thumbnailSize: Int
    let access: Access
    let passwords: PasswordSource?
    let context: JobContext

    /// Reads a document.
    ///
    /// - Parameter name: the name of the template; nil to name it after its file.
    func read(_ path: FilePath, name: String?) throws(LimnError) -> Made {
        if path != "-", DocumentSearch.isFolder(path) {
            throw LimnError(.failed, "There is no PDF in this folder.")
        }
        return try read(try OpenDocument(path, access: access), name: name ?? TemplateName.from(path))
    }

    /// Reads an open document.
    func read(_ document: OpenDocument, name: String) throws(LimnError) -> Made {
        let path = document.input.path
        let (client, pageCount) = try open(document)
        guard pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        let inspection = try client.inspection(of: document)
        guard inspection.pages.count == pageCount else {
            throw LimnError(
                .failed, "It is damaged: read in two ways, it has \(pageCount) pages and \(inspection.pages.count).")
        }
        var template = NewTemplate(
            name: name, content: document.input, pages: inspection.pages.map(\.geometry),
            outline: inspection.outline.flatMap { $0.entries(level: 0) },
            hasFormFields: inspection.formFields > 0)
        var diagnostics = inspection.messages.map { Diagnostic(libraryText: $0, about: path) }
        do throws(LimnError) {
            template.thumbnail = try LibraryThumbnail.make(of: document, page: 1, size: thumbnailSize, ink: nil, client)
        } catch {
            diagnostics.append(
                Diagnostic(.thumbnailMissing, "It has no thumbnail: \(error.sentence)", about: path, page: 1))
        }
        template.text = text(of: document, pageCount: pageCount, client, &diagnostics)
        // This is the last step, because it opens the document again.
        if inspection.encrypted { template.needsPassword = needsPassword(document) }
        do throws(FileError) { try document.input.checkUnchanged() } catch { throw LimnError(error) }
        return Made(template: template, diagnostics: diagnostics)
    }

    /// Opens a document. If it needs a password, the user is asked for it.
    private func open(
        _ document: OpenDocument
    ) throws(LimnError) -> (JobClient, pageCount: Int) {
        try PasswordSource.retrying(passwords, access, for: document) { (access) throws(LimnError) in
            let client = JobClient(context, access: access)
            return (client, try client.open(document).pageCount)
        }
    }

    private func needsPassword(_ document: OpenDocument) -> Bool {
        var open = access
        open.password = nil
        do throws(LimnError) {
            try JobClient(context, access: open).open(document)
            return false
        } catch { return error.code == .locked }
    }

    /// Returns the text of all pages. Text that cannot be read is left out with a warning.
    private func text(
        of document: OpenDocument, pageCount: Int, _ client: JobClient, _ diagnostics: inout [Diagnostic]
    ) -> String {
        var text: [UInt8] = []
        for first in stride(from: 1, through: pageCount, by: Self.textBatch) {
            let last = min(first + Self.textBatch - 1, pageCount)
            do {
                let output = try ScratchFile()
                try client.perform(
                    TextJob(pages: first...last), on: document, into: JobOutput(temporary: output))
                // A worker may write any amount of text. Read one byte more than the limit to detect that there is
                // more.
                text += try output.asInput(named: "-").head(Self.textLimit + 1 - text.count)
            } catch {
                diagnostics.append(
                    Diagnostic(
                        .textIncomplete,
                        "The text of \(first == last ? "page \(first)" : "pages \(first) to \(last)") is not searched: "
                            + LimnError(error).sentence, named: document.name))
                // After a time or memory limit, skip the rest of the document, because it would probably reach the
                // limit again.
                guard LimnError(error).code != .limit else {
                    if last < pageCount {
                        diagnostics.append(
                            Diagnostic(
                                .textIncomplete, "Neither is the text of the pages after them.", named: document.name))
                    }
                    break
                }
            }
            guard text.count <= Self.textLimit else {
                diagnostics.append(
                    Diagnostic(
                        .textIncomplete, "It has too much text; searches do not cover the text after page \(last).",
                        named: document.name))
                break
            }
        }
        return String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
    }
}

extension PDFInspection.Page {
    /// The geometry of the page, from the inspected boxes and rotation.
    fileprivate var geometry: PageGeometry {
        func rect(_ numbers: [Double]) -> Rect? {
            numbers.count == 4 ? Rect(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3]) : nil
        }
        return PageGeometry(mediaBox: rect(mediaBox), cropBox: rect(cropBox), rotate: rotate, userUnit: userUnit)
    }
}

extension PDFInspection.OutlineItem {
    /// Returns the item and all items below it, in reading order.
    fileprivate func entries(level: Int) -> [OutlineEntry] {
        [OutlineEntry(level: level, title: title, page: page)]
            + children.flatMap { $0.entries(level: level + 1) }
    }
}
