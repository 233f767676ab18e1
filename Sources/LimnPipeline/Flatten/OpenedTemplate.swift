// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// The document of a ``Flattener``, opened, with what decides how it may be written.
final class OpenedTemplate: Sendable {
    let document: OpenDocument
    let client: JobClient
    /// What is known since it was opened.
    let opened: JobClient.Opened
    let traits: DocumentTraits
    /// The access that opened it.
    var access: Access { client.access }

    /// Opens it, unless the output would replace it.
    convenience init(_ document: OpenDocument, _ request: FlattenRequest) throws(LimnError) {
        try request.refuseToReplaceInputs(document)
        try self.init(document, request.options)
    }

    /// Opens it.
    init(_ document: OpenDocument, _ options: FlattenOptions) throws(LimnError) {
        self.document = document
        client = JobClient(options.context, access: options.access)
        opened = try client.open(document)
        guard opened.pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        traits = try client.traits(of: document)
    }
}

extension FlattenRequest {
    /// The original and the ink stay what they are: an export never takes their place.
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
