// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Limn
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// Collects the results of a render request and makes one file of them: a picture, or an archive of several pictures.
final class RenderReport: Sendable {
    private let folder: JobFolder
    private let format: PictureFormat
    private let results = Mutex<[RenderResult]>([])
    private let room: StorageQuota.Reservation
    private let isKept: Bool
    private let state = Mutex<(bytes: Int, problem: Problem?, task: Task<Void, any Error>?)>((0, nil, nil))

    /// - Parameters:
    ///   - room: the room for the pictures.
    ///   - isKept: whether the result stays on the disk.
    init(_ folder: JobFolder, format: PictureFormat, room: StorageQuota.Reservation, isKept: Bool = true) {
        self.isKept = isKept
        self.folder = folder
        self.format = format
        self.room = room
    }

    /// Adds the result of a page. Its picture counts for the quota; if there is no room for it, the work is stopped.
    func take(_ result: RenderResult) {
        results.withLock { $0.append(result) }
        guard let bytes = result.output.flatMap({ try? InputFile($0).size }) else { return }
        do throws(Problem) {
            // A picture may be in a folder and in an archive for a moment.
            try room.take(FolderSize.allocated(bytes))
            state.withLock { $0.bytes += bytes }
        } catch {
            state.withLock { state in
                state.problem = error
                state.task?.cancel()
            }
        }
    }

    /// Runs work that gives this object results, until there is no room for them.
    ///
    /// - Throws: ``Problem`` with status 507; errors of `work`.
    func stoppingWhenFull(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task(executorPreference: HandlerThreads.shared) { try await work() }
        let isFull = state.withLock { state in
            state.task = task
            return state.problem != nil
        }
        if isFull { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if let problem = state.withLock({ $0.problem }) { throw problem }
        try result.get()
    }

    /// Returns the outcome of the job and publishes the result file.
    ///
    /// - Throws: ``Problem`` with the first failure if there is no picture at all.
    func done() throws -> JobStore.Done {
        defer { if isKept { room.settle(FolderSize.allocated(state.withLock { $0.bytes })) } }
        let results = results.withLock { $0 }
        let receipt = try folder.receipt(["results": results])
        let made = results.compactMap(\.output)
        guard let first = made.first else {
            let sentence = try folder.receipt(results.first?.messages.first ?? "There is nothing to draw.")
            guard case .text(let text) = sentence else { throw Problem.refused("Nothing could be drawn.") }
            throw results.first?.status == .locked
                ? Problem(.unprocessableContent, "locked", text) : Problem.refused(text)
        }
        let ending = format.fileExtension
        if results.count == 1, let name = first.lastComponent?.string {
            let bytes = try folder.publish(name)
            return JobStore.Done(
                result: Job.Result(type: format.mediaType, name: "picture.\(ending)", bytes: bytes), receipt: receipt)
        }
        return JobStore.Done(
            result: Job.Result(type: "application/zip", name: "pictures.zip", bytes: try archive(made)),
            receipt: receipt)
    }

    private func archive(_ pictures: [FilePath]) throws -> Int {
        let target = folder.output("pictures.zip")
        let file = try FileDescriptor.open(
            target, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
        defer { try? file.close() }
        var zip = StoredZip(into: file)
        for picture in pictures {
            try zip.add(try InputFile(picture).bytes(), named: picture.lastComponent?.string ?? "picture")
            try? FileManager.default.removeItem(atPath: picture.string)
        }
        try zip.finish()
        return try folder.publish("pictures.zip")
    }
}
