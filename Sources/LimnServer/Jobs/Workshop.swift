// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import SystemPackage

/// What pictures and jobs share while a server runs.
final class Workshop: Sendable {
    /// Pictures that were drawn lately.
    let pictures = PictureCache()
    /// Documents with values of characters, which pictures were drawn from lately.
    let filledPages = FilledPageCache()
    /// Requests that are answered with a picture or a report. The pool of workers parts them further.
    let pictureTurns: Turns
    /// How much the library may hold.
    let quota: StorageQuota
    /// What people have put in for jobs.
    let files: FileStore
    /// The jobs.
    let jobs: JobStore
    /// Where documents lie while one request needs them.
    let scratch: URL

    /// - Throws: ``ServerError`` where the folder for jobs cannot be made.
    init(_ options: ServerOptions) throws(ServerError) {
        pictureTurns = Turns(width: 2 * options.workers, limit: 256)
        quota = StorageQuota(options.library, limit: options.quota)
        let folder = URL(fileURLWithPath: options.library.string, isDirectory: true).appendingPathComponent("server")
        scratch = folder.appendingPathComponent("scratch")
        do {
            // What an earlier server has left there is of no use.
            try? FileManager.default.removeItem(at: scratch)
            // What people put in is for nobody else on this machine.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            files = try FileStore(folder.appendingPathComponent("files"), quota: quota)
            jobs = try JobStore(
                folder.appendingPathComponent("jobs"), turns: Turns(width: options.workers, limit: JobStore.limit))
        } catch { throw ServerError("The folder for jobs cannot be made: \(error.localizedDescription)") }
    }

    /// The work of a job.
    ///
    /// Files that people put in are read by workers of their own; documents of the library belong to all.
    func work(_ services: Services, password: String?) -> JobStore.Work {
        { job, folder, progress in
            let engine =
                job.request.verb == .export ? services.engine : services.engine.forOwner(OwnerID(job.person))
            return try await JobPerformer(
                engine: engine, library: services.library, job: job, folder: folder, password: password,
                progress: progress
            ).run()
        }
    }

    /// Takes up the jobs that were interrupted, and removes what is too old, now and each quarter of an hour.
    func start(_ services: Services) {
        jobs.resume(work(services, password: nil))
        Task { [self] in
            while !Task.isCancelled {
                try? await services.threads.run { [self] in
                    files.sweep()
                    jobs.sweep()
                }
                guard (try? await Task.sleep(for: .seconds(900))) != nil else { return }
            }
        }
    }
}
