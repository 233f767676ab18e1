// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import SystemPackage

/// Reads the properties of a file: the work behind `limn inspect`.
public struct Inspector {
    private let access: Access
    private let context: JobContext

    /// Prepares an inspection.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for the documents.
    ///   - context: the workers.
    public init(access: Access = Access(), context: JobContext = .standard) {
        self.access = access
        self.context = context
    }

    /// Inspects a PDF or an ink file, and detects from the content which it is.
    ///
    /// - Parameter path: the file.
    /// - Returns: what the file holds.
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

    /// Inspects an open document.
    ///
    /// - Parameter document: the open file.
    /// - Returns: what the file holds.
    /// - Throws: ``LimnError``.
    package func inspect(_ document: OpenDocument) throws(LimnError) -> Inspection {
        do {
            let head = try document.input.head(PDFHeader.reach)
            // Only the first bytes determine whether the file is a PDF, because native ink and ZIP archives may contain
            // a PDF near their beginning.
            guard InkFile.isPDF(head) else {
                return .ink(try ink(document))
            }
            return .pdf(try pdf(document))
        } catch { throw LimnError(error) }
    }

    /// Returns whether a PDF carries source ink with a layer for the game master, from an earlier export.
    ///
    /// - Throws: ``LimnError``.
    package func carriesSecretInk(_ document: OpenDocument) throws(LimnError) -> Bool {
        let client = JobClient(context, access: access)
        _ = try client.open(document)
        return try client.perform(TraitsJob(), on: document).answer.hasSecretInk
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

/// The properties of a file.
public enum Inspection: Sendable, Encodable {
    /// A PDF.
    case pdf(PDFInspection)
    /// An ink file.
    case ink(InkInspection)

    /// The status.
    public var status: ResultStatus {
        switch self {
        case .pdf(let pdf): pdf.status
        case .ink(let ink): ink.status
        }
    }

    /// Messages for the user: repairs, and content that Limn cannot represent.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .pdf(let pdf): pdf.messages.map { Diagnostic(.libraryWarning, $0, named: pdf.displayName) }
        case .ink(let ink): ink.diagnostics
        }
    }

    /// Encodes the inspection of the PDF or the ink file.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .pdf(let pdf): try pdf.encode(to: encoder)
        case .ink(let ink): try ink.encode(to: encoder)
        }
    }
}
