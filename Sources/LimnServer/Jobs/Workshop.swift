// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage
internal import Tracing

/// The state that pictures and jobs share while a server runs.
final class Workshop: Sendable {
    /// The cache of recently drawn pictures.
    let pictures = PictureCache()
    /// The cache of documents of which pictures were drawn or texts were read recently.
    let documents = DocumentCache()
    /// What is known of templates that carry ink for the game master.
    let secretTemplates = SecretTemplates()
    /// The queue for requests whose response is a picture or a report. The pool of workers limits their concurrency
    /// further.
    let pictureTurns: Turns
    /// The quota of the library.
    let quota: StorageQuota
    /// The files that people have uploaded for jobs.
    let files: FileStore
    /// The jobs.
    let jobs: JobStore
    /// The mappings that come with Limn and those that were saved.
    let mappings: MappingShelf
    /// The form designs that people are working on.
    let designs: DesignDrafts
    /// The folder for documents that only one request needs.
    let scratch: URL
    /// The folder that is removed when the server ends; nil if its folders are in the library.
    private let temporary: URL?

    /// Creates the folders for jobs, uploaded files and scratch files: in the library or, where nothing can be written
    /// there, in the system's temporary folder. A library that can only be read is still served.
    ///
    /// - Throws: ``ServerError`` if the folder for jobs cannot be created.
    init(_ options: ServerOptions) throws(ServerError) {
        pictureTurns = Turns(width: 2 * options.workers, perPerson: options.workers, limit: 256)
        let own = URL(fileURLWithPath: options.library.string, isDirectory: true).appendingPathComponent("server")
        // Other users of this machine must not read the uploaded files.
        try? Publisher.makeFolder(FilePath(own.path), isPrivate: true)
        let folder: URL
        if Foundation.access(own.path, W_OK) == 0 {
            (folder, temporary) = (own, nil)
        } else {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("limn-\(RequestIdentifier.next())")
            temporary = folder
        }
        quota = StorageQuota(
            [options.library] + (temporary.map { [FilePath($0.path)] } ?? []), limit: options.quota)
        scratch = folder.appendingPathComponent("scratch")
        mappings = MappingShelf(
            in: FilePath(folder.appendingPathComponent("mappings").path), isLasting: temporary == nil)
        designs = DesignDrafts(
            in: FilePath(folder.appendingPathComponent("designs").path), quota, isLasting: temporary == nil)
        do {
            // Files that an earlier run of the server has left there are no longer needed.
            try? FileManager.default.removeItem(at: scratch)
            try Publisher.makeFolder(FilePath(folder.path), isPrivate: true)
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            files = try FileStore(folder.appendingPathComponent("files"), quota: quota)
            jobs = try JobStore(
                folder.appendingPathComponent("jobs"),
                turns: Turns(
                    width: options.workers, perPerson: max(1, options.workers - 1), limit: JobStore.limit))
        } catch { throw ServerError("The folder for jobs cannot be made: \(error.localizedDescription)") }
    }

    /// Removes the folder that is not in the library, if there is one.
    func end() { temporary.map { try? FileManager.default.removeItem(at: $0) } }

    /// Returns the closure that performs a job.
    ///
    /// All documents are read by workers that serve only that person.
    func work(_ services: Services, password: String?) -> JobStore.Work {
        { [quota] job, folder, turn, progress in
            let performer = JobPerformer(
                engine: services.engine(for: job.person), library: services.library, job: job, folder: folder,
                password: password, turn: turn, quota: quota, progress: progress)
            return try await withSpan("job \(job.request.verb)") { _ in try await performer.run() }
        }
    }

    /// Removes the jobs and files of all people but these.
    ///
    /// - Parameter people: the keys of the people who have access.
    func removeAll(exceptOf people: Set<String>) {
        jobs.removeAll(exceptOf: people)
        files.removeAll(exceptOf: people)
    }

    /// Resumes interrupted jobs, and removes expired files and jobs now and every 15 minutes.
    func start(_ services: Services) {
        jobs.resume(work(services, password: nil))
        Task { [self] in
            // Another process may revoke access, and access may expire.
            while !services.options.skipsAuthentication {
                if let people = try? await services.access.people() { removeAll(exceptOf: people) }
                guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
            }
        }
        Task { [self] in
            while !Task.isCancelled {
                try? await services.threads.run { [self] in
                    files.sweep()
                    jobs.sweep()
                    designs.sweep()
                }
                guard (try? await Task.sleep(for: .seconds(900))) != nil else { return }
            }
        }
    }
}
