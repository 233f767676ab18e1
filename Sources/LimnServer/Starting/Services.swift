// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnAccess
internal import NIOPosix

/// What the handlers of a server share.
struct Services: Sendable {
    /// How the server was started.
    let options: ServerOptions
    /// Reads and draws documents, in confined processes.
    let engine: Engine
    /// Templates, characters and ink.
    let library: Library
    /// Under which addresses the server is reached.
    let address: ServerAddress
    /// Finds out who asks.
    let access: AccessService
    /// The threads on which calls of the library block.
    let threads: BlockingThreads

    /// The resources. A new one is added here, and nowhere else.
    var routeGroups: [any RouteGroup] {
        [
            OperationRoutes(),
            SessionRoutes(services: self),
            TemplateRoutes(services: self),
        ]
    }

    init(_ options: ServerOptions) throws(ServerError) {
        self.options = options
        var configuration = Engine.Configuration()
        configuration.workers = options.workers
        configuration.limits = options.limits
        engine = Engine(configuration)
        do throws(LibraryError) { library = try Library(at: options.library) } catch {
            throw ServerError(error.description)
        }
        address = ServerAddress(options)
        threads = BlockingThreads()
        access = AccessService(AccessStore(in: options.library), threads)
    }

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
