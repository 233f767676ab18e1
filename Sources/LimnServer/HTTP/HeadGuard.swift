// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import NIOHTTP1

/// Refuses HTTP/1 request heads that two programs might interpret differently (request smuggling).
///
/// The response is the parser's 400 without a body. The handler also adds `Connection: close` to requests that do not
/// keep the connection alive, such as those of HTTP/1.0.
final class HeadGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.isPlain(head) else {
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            return
        }
        if !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isPlain(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers["transfer-encoding"]
        // Exactly one Host field is allowed.
        guard head.headers["host"].count == 1, head.version.major == 1 else { return false }
        // A request target in absolute form repeats the host (RFC 9112, 3.2.2).
        if let named = authority(of: head.uri), named != head.headers["host"][0].lowercased() { return false }
        guard !codings.isEmpty else { return true }
        return head.version.minor == 1 && codings.count == 1 && codings[0].lowercased() == "chunked"
            && head.headers["content-length"].isEmpty
    }

    /// Returns the authority of a request target in absolute form, in lower case; nil for a path.
    private static func authority(of target: String) -> String? {
        let target = target.lowercased()
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            return String(target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" })
        }
        return nil
    }
}
