// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnAccess
internal import NIOPosix
internal import Synchronization

/// The services that the handlers of a server share.
struct Services: Sendable {
    /// The options of the server.
    let options: ServerOptions
    /// The engine, which reads and draws documents in sandboxed processes.
    let engine: Engine
    private let engines: OwnerEngines
    /// The library: templates, characters and ink.
    let library: Library
    /// The addresses of the server.
    let address: ServerAddress
    /// The service that identifies the people who make requests.
    let access: AccessService
    /// The receiver of uploaded files.
    let uploads: Uploads
    /// The hub that sends events about changes to listeners.
    let events = EventHub()
    /// The record of which person is on which page.
    let presence: PresenceBoard
    /// The service that applies the edits of all clients.
    let edits: EditService
    /// The encoded ink that is being sent.
    let inkCopies = InkCopies()
    /// The texts on pages, for searches.
    let texts = WrittenTexts()
    /// The threads for blocking calls of the library.
    let threads: BlockingThreads

    /// The state that pictures and jobs share.
    let workshop: Workshop
    /// The files of the studio.
    let studio: StudioFiles

    /// The routes of all resources. New resources are added only here.
    var routeGroups: [any RouteGroup] {
        [
            OperationRoutes(services: self),
            SessionRoutes(services: self),
            AccessRoutes(services: self),
            TemplateRoutes(services: self), DetectionRoutes(services: self), DesignRoutes(services: self),
            MappingRoutes(services: self),
            CharacterRoutes(services: self),
            PackageRoutes(services: self),
            TrashRoutes(services: self),
            SyncRoutes(services: self),
            InkRoutes(services: self), OfferRoutes(services: self),
            FormRoutes(services: self),
            EditionRoutes(services: self),
            OwnHistoryRoutes(services: self), CharacterPageRoutes(services: self),
            SearchRoutes(services: self),
            PageHistoryRoutes(services: self),
            EventRoutes(services: self),
            PresenceRoutes(services: self),
            PictureRoutes(services: self),
            TextPictureRoutes(services: self), PageTextRoutes(services: self),
            JobRoutes(services: self),
            SingleBodyRoutes(services: self),
            OpenAPIRoutes(services: self),
        ]
    }

    init(_ options: ServerOptions) throws(ServerError) {
        self.options = options
        var configuration = Engine.Configuration()
        configuration.workers = options.workers
        configuration.limits = options.limits
        // No worker writes a file that the quota could not hold.
        configuration.limits.fileSize = min(options.limits.fileSize, max(1, options.quota >> 20))
        engine = Engine(configuration)
        engines = OwnerEngines(engine, workers: options.workers)
        do throws(LibraryError) { library = try Library(at: options.library) } catch {
            throw ServerError(error.description)
        }
        address = ServerAddress(options)
        threads = BlockingThreads()
        edits = EditService(library, events)
        presence = PresenceBoard(events, lifetime: .seconds(30 * options.patience))
        // Who somebody is must be known while all other threads are busy.
        access = AccessService(AccessStore(in: options.library), BlockingThreads(count: 2))
        workshop = try Workshop(options)
        uploads = Uploads(options: options, threads: threads, quota: workshop.quota)
        studio = try .installed()
        workshop.jobs.listen { [events] in events.tellJob($0) }
    }

    /// Returns the engine for a person's documents. No worker process serves two people.
    func engine(for identity: Identity) -> Engine { engine(for: identity.key) }

    /// Returns the engine for the documents of the person with an ``Identity/key``.
    func engine(for person: String) -> Engine { engines.engine(for: person) }

    /// The name of the cookie. Cookies are shared between the ports of a host, so each server on a host needs a
    /// different name.
    var cookieName: String { "\(options.tls == nil ? "" : "__Host-")limn-\(address.port)" }

    /// Returns the owner's sign-in link, or the address itself if authentication is skipped.
    func ownerLink() -> String {
        options.skipsAuthentication ? address.shown : ServerPlace.link(access.ownerSecret, at: address.shown)
    }

    /// Calls the library on a thread for blocking calls.
    ///
    /// The call completes even if the client disconnects.
    func withLibrary<R: Sendable>(_ body: @escaping @Sendable (Library) throws -> R) async throws -> R {
        try await threads.run { try body(library) }
    }
}

/// Threads for blocking calls.
struct BlockingThreads: Sendable {
    private let pool: NIOThreadPool
    private let isBackground: Bool

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: the number of threads. Readers of a library do not wait for one another.
    ///   - isBackground: whether the threads yield to all others.
    init(count: Int = 8, isBackground: Bool = false) {
        pool = NIOThreadPool(numberOfThreads: count)
        self.isBackground = isBackground
        pool.start()
    }

    /// Lowers the priority of the current thread, once.
    private func yieldToOthers() {
        let key = "limn.background"
        guard isBackground, Thread.current.threadDictionary[key] == nil else { return }
        Thread.current.threadDictionary[key] = true
        // On Linux, this changes the calling thread alone (nice(2)).
        _ = nice(5)
    }

    /// Starts work without waiting for it.
    func start(_ body: @escaping @Sendable () -> Void) {
        // The threads live as long as the process.
        pool.submit { _ in
            yieldToOthers()
            body()
        }
    }

    /// Runs a blocking call. Cancelling the task does not stop it.
    func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            pool.submit { state in
                guard state == .active else { return continuation.resume(throwing: CancellationError()) }
                yieldToOthers()
                continuation.resume(with: Result(catching: body))
            }
        }
    }
}

/// The engines of people. They share the limit on the number of workers, but never a worker. No person has all workers.
private final class OwnerEngines: Sendable {
    private let shared: Engine
    /// The maximum number of workers for one person. One worker stays free for others.
    private let width: Int
    private let known = Mutex<[String: Engine]>([:])
    private static let limit = 1000

    init(_ shared: Engine, workers: Int) { (self.shared, width) = (shared, max(1, workers - 1)) }

    func engine(for name: String) -> Engine {
        known.withLock { known in
            if let engine = known[name] { return engine }
            if known.count >= Self.limit { known = [:] }
            let engine = shared.forOwner(OwnerID(name), atMost: width)
            known[name] = engine
            return engine
        }
    }
}
