// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnAccess
internal import NIOPosix
internal import Synchronization

/// What the handlers of a server share.
struct Services: Sendable {
    /// How the server was started.
    let options: ServerOptions
    /// Reads and draws documents, in confined processes.
    let engine: Engine
    private let engines: OwnerEngines
    /// Templates, characters and ink.
    let library: Library
    /// Under which addresses the server is reached.
    let address: ServerAddress
    /// Finds out who asks.
    let access: AccessService
    /// Takes files in.
    let uploads: Uploads
    /// Tells those who watch what changes.
    let events = EventHub()
    /// Who is on which page.
    let presence: PresenceBoard
    /// Makes the edits of all clients.
    let edits: EditService
    /// The threads on which calls of the library block.
    let threads: BlockingThreads

    /// What pictures and jobs share.
    let workshop: Workshop
    /// What browsers show.
    let studio: StudioFiles

    /// The resources. A new one is added here, and nowhere else.
    var routeGroups: [any RouteGroup] {
        [
            OperationRoutes(services: self),
            SessionRoutes(services: self),
            AccessRoutes(services: self),
            TemplateRoutes(services: self),
            CharacterRoutes(services: self),
            PackageRoutes(services: self),
            TrashRoutes(services: self),
            InkRoutes(services: self),
            FormRoutes(services: self),
            PageHistoryRoutes(services: self),
            EventRoutes(services: self),
            PresenceRoutes(services: self),
            PictureRoutes(services: self),
            TextPictureRoutes(services: self),
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
        engine = Engine(configuration)
        engines = OwnerEngines(engine)
        do throws(LibraryError) { library = try Library(at: options.library) } catch {
            throw ServerError(error.description)
        }
        address = ServerAddress(options)
        threads = BlockingThreads()
        uploads = Uploads(options: options, threads: threads)
        edits = EditService(library, events)
        presence = PresenceBoard(events, lifetime: .seconds(30 * options.patience))
        access = AccessService(AccessStore(in: options.library), threads)
        workshop = try Workshop(options)
        studio = try .installed()
        workshop.jobs.listen { [events] in events.tellJob($0) }
    }

    /// The engine for the documents of one person. Workers are fresh between persons.
    func engine(for identity: Identity) -> Engine { engines.engine(for: identity.key) }

    /// The name of the cookie. Cookies do not know ports, so that each server of a host needs its own name.
    var cookieName: String { "\(options.tls == nil ? "" : "__Host-")limn-\(address.port)" }

    /// The link that signs the owner in; where nobody is asked who they are, the address itself.
    func ownerLink() -> String {
        options.skipsAuthentication ? address.shown : ServerPlace.link(access.ownerSecret, at: address.shown)
    }

    /// Calls the library on a thread of its own.
    ///
    /// The call is made to its end, whether its client is still there or not.
    func withLibrary<R: Sendable>(_ body: @escaping @Sendable (Library) throws -> R) async throws -> R {
        try await threads.run { try body(library) }
    }
}

/// Threads for calls that block.
struct BlockingThreads: Sendable {
    private let pool: NIOThreadPool

    /// - Parameter count: the number of calls that run at once; readers of a library do not wait for one another.
    init(count: Int = 8) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs work that tells by itself when it is done.
    func start(_ body: @escaping @Sendable () -> Void) {
        // The threads live as long as the process.
        pool.submit { _ in body() }
    }

    /// Runs a call that blocks. A cancelled task does not end it.
    func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            pool.submit { state in
                guard state == .active else { return continuation.resume(throwing: CancellationError()) }
                continuation.resume(with: Result(catching: body))
            }
        }
    }
}

/// The engines of persons, which share the workers' places and never a worker.
private final class OwnerEngines: Sendable {
    private let shared: Engine
    private let known = Mutex<[String: Engine]>([:])
    private static let limit = 1000

    init(_ shared: Engine) { self.shared = shared }

    func engine(for name: String) -> Engine {
        known.withLock { known in
            if let engine = known[name] { return engine }
            if known.count >= Self.limit { known = [:] }
            let engine = shared.forOwner(OwnerID(name))
            known[name] = engine
            return engine
        }
    }
}
