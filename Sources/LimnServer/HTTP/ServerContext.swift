// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// The context of a request: everything but its head and its body.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The channel of the connection or of the HTTP/2 stream.
    let channel: any Channel
    /// The id of the request in the log and in the response: 32 random hexadecimal digits.
    let requestID = RequestIdentifier.next()
    /// The memory that the body of the request takes.
    let heldBody = HeldBody()
    /// The person who makes the request; set before the handler is called.
    var identity = Identity.nobody
    /// The decoded variable segments of the path, by their names in ``Route/path``.
    var segments: [String: String] = [:]
    /// The query.
    var query: Query
    /// The name of the route, for logs and metrics; nil if no route matches.
    var route: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        query = Query.empty
    }

    /// Returns a variable segment of the path.
    func segment(_ name: String) throws(Problem) -> String {
        guard let value = segments[name] else { throw Problem.notFound() }
        return value
    }
}

/// Creates request ids.
enum RequestIdentifier {
    /// Returns an id of 128 random bits, as 32 hexadecimal digits.
    static func next() -> String {
        var random = SystemRandomNumberGenerator()
        return [random.next() as UInt64, random.next()].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
