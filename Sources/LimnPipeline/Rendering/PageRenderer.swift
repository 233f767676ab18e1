// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnJobs
internal import LimnPictures
internal import LimnWorker
internal import SystemPackage

/// Renders pages to picture files: the work behind `limn render` and `limn thumbnail`.
///
/// Several documents are opened, and their first pages drawn, at the same time. When the turn of a long document comes,
/// all workers draw its remaining pages together. Therefore, only a few documents are open at any time.
public struct PageRenderer: Sendable {
    let request: RenderRequest
    let names: OutputNames
    let ink: InkFile?
    /// The input files, which must not be replaced.
    let inputs: [FileIdentity: FilePath]

    /// Prepares a request: reads its ink and determines the names of the pictures, before anything is written.
    ///
    /// - Parameter request: the documents, the pages, and where the pictures go.
    /// - Throws: ``LimnError``.
    public init(_ request: RenderRequest) throws(LimnError) {
        var request = request
        let named = Set(request.inputs)
        request.inputs = DocumentSearch.documents(inAny: request.inputs)
        if request.ink == nil {
            let found = request.inputs.filter { !named.contains($0) }
            request.inkBeside.merge(FolderInk.files(beside: found)) { given, _ in given }
        }
        self.request = request
        guard !request.isTransparent || request.encoder.format.hasAlpha else {
            throw LimnError(.refused, "\(request.encoder.format.name) has no transparency; choose PNG or WebP.")
        }
        names = try OutputNames(request)
        // Start no more workers than there are pages.
        request.context.prewarm(request.inputs.count == 1 && request.pages.isOnePage ? 1 : request.context.width)
        let read = (request.inputs + request.inkBeside.values + [request.ink].compactMap { $0 }).filter { $0 != "-" }
        inputs = Dictionary(read.compactMap { path in FileIdentity(path).map { ($0, path) } }) { first, _ in first }
        if let path = request.ink {
            ink = try InkFile(path, access: request.access, context: request.context)
        } else {
            ink = nil
        }
    }

    /// Renders the pages.
    ///
    /// A page that is requested twice is drawn once. A page that does not exist is reported as a separate failure.
    ///
    /// - Parameters:
    ///   - report: called in the order of documents and pages, with exactly one result for each requested page. A
    ///     document that cannot be opened has a single result. A picture that is reported as done is on the disk.
    ///   - progress: called repeatedly with the progress, on the thread that calls `report`.
    public func run(report: (RenderResult) -> Void, progress: (RenderProgress) -> Void = { _ in }) {
        var publisher = Publisher(keepsExisting: request.keepsExisting)
        publisher.defersSync = request.defersSync
        var publication = RenderPublication(publisher)
        var state = RenderProgress(documents: request.inputs.count)
        func tick() {
            publication.publish(report)
            progress(state)
        }
        let width = request.context.width
        orderedMap(
            request.inputs, width: width, lead: Self.lead, cancellation: request.context.cancellation, tick: tick
        ) { [self] path in
            RenderedDocument(path, making: self).begin()
        } deliver: { (begun: RenderedDocument.Begun) in
            for made in begun.made { publication.add(made, report) }
            state.pagesDone += begun.made.count
            let document = begun.document
            // All workers draw the remaining pages together.
            orderedMap(
                begun.left, width: width, lead: Self.lead, cancellation: request.context.cancellation, tick: tick
            ) { index in
                document.picture(index)
            } deliver: { (made: RenderedDocument.Made) in
                publication.add(made, report)
                state.pagesDone += 1
                state.fraction =
                    (Double(state.documentsDone) + Double(made.index + 1) / Double(begun.count))
                    / Double(max(1, state.documents))
            }
            for made in begun.missing { publication.add(made, report) }
            state.documentsDone += 1
            state.fraction = Double(state.documentsDone) / Double(max(1, state.documents))
        }
        publication.publish(report)
        progress(state)
    }

    /// The maximum number of documents, or of pages of one document, that may be finished ahead of the next one to
    /// report.
    private static let lead = 64
}
