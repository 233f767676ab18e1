// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import SystemPackage

/// Tells what is in a file: the work behind `limn inspect`.
public struct Inspector {
    private let access: Access
    private let context: JobContext

    /// Prepares an inspection.
    public init(access: Access = Access(), context: JobContext = .standard) {
        self.access = access
        self.context = context
    }

    /// What is in a PDF or ink file; the content tells which it is.
    ///
    /// - Throws: ``LimnError``.
    public func inspect(_ path: FilePath) throws(LimnError) -> Inspection {
        do {
            if try XochitlFolder(path) != nil {
                let file = try InkFile(path, access: access, context: context)
                return .ink(InkInspection(file.path, file.content, size: file.size))
            }
        } catch {
            let error = LimnError(error)
            throw error.subject == nil ? LimnError(error.code, about: path, error.sentence) : error
        }
        return try inspect(try OpenDocument(path, access: access))
    }

    /// What is in a document that is open.
    ///
    /// - Throws: ``LimnError``.
    package func inspect(_ document: OpenDocument) throws(LimnError) -> Inspection {
        do {
            let head = try document.input.head(PDFHeader.reach)
            // A package of ink may hold a PDF near its beginning; a PDF is not read whole to find out that it is none.
            guard InkFile.isPDF(head) else {
                return .ink(try ink(document))
            }
            return .pdf(try pdf(document))
        } catch { throw LimnError(error) }
    }

    private func ink(_ document: OpenDocument) throws -> InkInspection {
        do {
            let file = try InkFile(reading: document, context: context)
            return InkInspection(file.path, file.content, size: file.size)
        } catch let error as LimnError where error.code == .unrecognized {
            let sentence =
                document.input.size == 0 ? "The file is empty." : "This is neither a PDF nor ink of a known format."
            throw LimnError(.unrecognized, sentence)
        }
    }

    private func pdf(_ document: OpenDocument) throws -> PDFInspection {
        try JobClient(context, access: access).inspection(of: document)
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
    public var diagnostics: [Diagnostic] {
        switch self {
        case .pdf(let pdf): pdf.messages.map { Diagnostic(.libraryWarning, $0, named: pdf.displayName) }
        case .ink(let ink): ink.diagnostics
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
