// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import SystemPackage

/// The open document of a ``Flattener``, with the properties that determine how it may be written.
final class OpenedTemplate: Sendable {
    let document: OpenDocument
    let client: JobClient
    /// The properties of the document that were recorded when it was opened.
    let opened: OpenDocument.Facts
    let traits: DocumentTraits
    /// The password and the limits with which it was opened.
    var access: Access { client.access }

    /// Opens a document.
    convenience init(_ document: OpenDocument, _ options: FlattenOptions) throws(LimnError) {
        try self.init(document, JobClient(options.context, access: options.access))
    }

    /// Opens a document with an existing client.
    init(_ document: OpenDocument, _ client: JobClient) throws(LimnError) {
        self.document = document
        self.client = client
        opened = try client.open(document)
        guard opened.pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        traits = try client.perform(TraitsJob(), on: document).answer
    }

    /// Checks that the output does not replace the document or the ink, and has a judging worker open the document in
    /// advance.
    static func prepare(
        _ document: OpenDocument, _ request: FlattenRequest
    ) throws(LimnError) -> (document: OpenDocument, client: JobClient) {
        try request.refuseToReplaceInputs(document)
        let client = JobClient(request.context, access: request.access)
        // Opening it early helps only if another worker is idle.
        if request.context.width > 1, request.context.idleCount > 1 {
            _ = BackgroundTask { () in try? client.openForJudging(document) }
        }
        return (document, client)
    }
}

extension FlattenRequest {
    /// Throws if the export or its receipt would replace the original or the ink.
    fileprivate func refuseToReplaceInputs(_ document: OpenDocument) throws(LimnError) {
        for output in [output, receipt].compactMap({ $0 }) where output != "-" {
            for input in [document.input.path, ink] where input != "-" {
                guard let identity = FileIdentity(input), identity == FileIdentity(output) else { continue }
                throw LimnError(
                    .outputsCollide, about: input, "The output would replace this file; give it another name.")
            }
        }
    }
}
