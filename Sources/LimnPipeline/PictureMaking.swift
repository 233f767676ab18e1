// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import LimnPictures
public import LimnJobs
internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Makes picture files of pages: the work behind `limn render` and `limn thumbnail`.
public struct PictureMaking {
    private let request: PictureRequest
    private let names: PictureNames
    private let ink: InkFile?
    private let inputs: [FileIdentity: FilePath]

    /// Prepares a request: reads its ink and settles its names, before anything is written.
    ///
    /// - Throws: ``LimnError``.
    public init(_ request: PictureRequest) throws(LimnError) {
        var request = request
        request.inputs = DocumentSearch.documents(inAny: request.inputs)
        self.request = request
        guard !request.isTransparent || request.encoder.format.hasAlpha else {
            throw LimnError(.refused, "\(request.encoder.format.name) has no transparency; choose PNG or WebP.")
        }
        names = try PictureNames(request)
        let read = (request.inputs + [request.ink].compactMap { $0 }).filter { $0 != "-" }
        inputs = Dictionary(read.compactMap { path in FileIdentity(path).map { ($0, path) } }) { first, _ in first }
        if let path = request.ink {
            ink = try InkFile(path, access: request.access, isolation: request.isolation)
        } else {
            ink = nil
        }
    }

    /// Makes the pictures, in as many lanes as the request says.
    ///
    /// A page that is asked for twice is done once; one that does not exist is a failure of its own.
    ///
    /// - Parameter report: called in the order of documents and pages, with exactly one result for every page asked
    ///   for, or with one for a document that cannot be opened or has no such page. A picture that is reported as done
    ///   is on the disk.
    public func run(report: (PictureResult) -> Void) { run(report: report, progress: { _ in }) }

    /// Makes the pictures as ``run(report:)`` does.
    ///
    /// - Parameter progress: called now and then, by the thread that calls `report`, with how far the work is.
    public func run(report: (PictureResult) -> Void, progress: (PictureProgress) -> Void) {
        let queue = PictureQueue(request.inputs)
        let publisher = Publisher(keepsExisting: request.keepsExisting)
        let reporter = PictureReporter(publisher: publisher)
        let lane = PictureLane(
            request: request, names: names, ink: ink, inputs: inputs, queue: queue,
            reporter: reporter, publisher: publisher)
        let group = DispatchGroup()
        // More lanes than pages would start workers for nothing.
        let isOnePage = request.inputs.count == 1 && request.pages.isOnePage
        for _ in 0..<(isOnePage ? 1 : max(1, request.jobs)) {
            group.enter()
            DrawingThread.start {
                lane.run()
                group.leave()
            }
        }
        group.notify(queue: .global()) { reporter.finish() }
        reporter.run(report: report) { progress(queue.progress) }
    }
}
