// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// What is known of a request besides its head and its body.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, or the stream of one.
    let channel: any Channel
    /// The id that the log and the answer give to the request: 32 hexadecimal digits that nobody can guess.
    let requestID = RequestIdentifier.next()
    /// Who asks; set before the handler is called.
    var identity = Identity.nobody
    /// The variable segments of the path by their names in ``Route/path``, decoded.
    var segments: [String: String] = [:]
    /// The query.
    var query: Query
    /// The path of the route, for logs and metrics; nil where there is none.
    var route: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        query = Query.empty
    }

    /// A variable segment of the path.
    func segment(_ name: String) throws(Problem) -> String {
        guard let value = segments[name] else { throw Problem.notFound() }
        return value
    }
}

/// Makes ids of requests.
enum RequestIdentifier {
    /// An id of 128 random bits.
    static func next() -> String {
        var random = SystemRandomNumberGenerator()
        return [random.next() as UInt64, random.next()].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
