// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInkFormats
internal import LimnPDFObjects
internal import LimnPDFRendering
public import SystemPackage

/// Tells what is in a file: the work behind `limn inspect`.
public struct Inspecting {
    private let access: Access

    /// Prepares an inspection.
    public init(access: Access = Access()) { self.access = access }

    /// What is in a PDF or ink file; the content tells which it is.
    ///
    /// - Throws: ``PipelineError``.
    public func inspect(_ path: FilePath) throws(PipelineError) -> Inspection {
        let head: [UInt8]
        let template = try Template(path, access: access)
        do { head = try template.input.bytes() } catch { throw PipelineError(error) }
        if InkReader.format(of: head) != nil {
            do { return .ink(InkInspection(path, try InkReader.read(head), size: head.count)) } catch {
                throw PipelineError(error)
            }
        }
        guard PDFHeader.isIn(head) else {
            throw PipelineError(
                .failed, head.isEmpty ? "The file is empty." : "This is neither a PDF nor ink of a known format.")
        }
        return .pdf(try pdf(path, template))
    }

    private func pdf(_ path: FilePath, _ template: Template) throws(PipelineError) -> PDFInspection {
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
                path, size: template.input.size, summary, pages: pages, outline: outline.map { .init($0) },
                messages: objects.takeWarnings())
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
