// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInkFormats
internal import LimnPDFObjects
internal import LimnPDFRendering
public import SystemPackage

/// Tells what is in a file: the work behind `limn inspect`.
public struct Inspecting {
    private let access: Access
    private let isolation: Isolation

    /// Prepares an inspection.
    public init(access: Access = Access(), isolation: Isolation = .inProcess) {
        self.access = access
        self.isolation = isolation
    }

    /// What is in a PDF or ink file; the content tells which it is.
    ///
    /// - Throws: ``PipelineError``.
    public func inspect(_ path: FilePath) throws(PipelineError) -> Inspection {
        do {
            if let folder = try XochitlFolder(path) {
                let read = try folder.read()
                return .ink(InkInspection(folder.list, read.content, size: read.bytes.count))
            }
        } catch {
            let error = PipelineError(error)
            throw error.subject == nil ? PipelineError(error.code, about: path, error.sentence) : error
        }
        let document = try OpenDocument(path)
        do {
            let head = try document.input.head(PDFHeader.reach)
            // A package of ink may hold a PDF near its beginning; a PDF is not read whole to find out that it is none.
            guard PDFHeader.isIn(head), !head.starts(with: Array("PK".utf8)) else {
                return .ink(try ink(document))
            }
            return .pdf(try pdf(document))
        } catch { throw PipelineError(error) }
    }

    private func ink(_ document: OpenDocument) throws -> InkInspection {
        let bytes = try document.input.bytes(limit: InkFile.sizeLimit)
        guard InkReader.format(of: bytes) != nil else {
            throw PipelineError(
                .failed, bytes.isEmpty ? "The file is empty." : "This is neither a PDF nor ink of a known format.")
        }
        return InkInspection(document.input.path, try InkReader.read(bytes), size: bytes.count)
    }

    private func pdf(_ document: OpenDocument) throws -> PDFInspection {
        let runner = isolation.makeRunner()
        defer { runner.end() }
        let client = JobClient(runner, access: access)
        _ = try client.open(document)
        return try client.inspection(of: document)
    }

    /// What is in an open document.
    static func pdf(_ template: Template) throws(PipelineError) -> PDFInspection {
        let objects = try template.objects()
        do {
            let summary = try objects.summary()
            guard summary.pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
            var pages: [PDFInspection.Page] = []
            for index in 0..<summary.pageCount {
                let geometry = try objects.pageGeometry(at: index)
                pages.append(PDFInspection.Page(number: index + 1, geometry))
            }
            let outline = (try? template.pictures().outline().items) ?? []
            return PDFInspection(
                template.input.path, size: template.input.size, summary, pages: pages,
                outline: outline.map { .init($0) }, messages: objects.takeWarnings())
        } catch { throw PipelineError(error) }
    }
}

/// What is in a file.
public enum Inspection: Sendable, Encodable {
    /// A PDF.
    case pdf(PDFInspection)
    /// An ink file.
    case ink(InkInspection)

    /// How it came out.
    public var status: ResultStatus {
        switch self {
        case .pdf(let pdf): pdf.status
        case .ink(let ink): ink.status
        }
    }

    /// What a person should know: what had to be repaired, and what Limn cannot carry.
    public var remarks: [Remark] {
        switch self {
        case .pdf(let pdf): pdf.remarks
        case .ink(let ink): ink.remarks
        }
    }

    /// Writes the object of the case itself.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .pdf(let pdf): try pdf.encode(to: encoder)
        case .ink(let ink): try ink.encode(to: encoder)
        }
    }
}
