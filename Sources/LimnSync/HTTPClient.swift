// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCurl
internal import Foundation

/// Sends requests to one server, one at a time, by libcurl.
final class HTTPClient {
    private let session: OpaquePointer
    private let base: String
    private let fields: [String]
    private let authorities: String?
    private let usesProxy: Bool

    struct Response {
        var status: Int
        var body: [UInt8]
    }

    /// - Parameters:
    ///   - base: the address before all paths.
    ///   - fields: header fields of all requests, as `Name: value`.
    ///   - authorities: a file with the certificates of the authorities to trust; nil for those of the system.
    ///   - usesProxy: whether requests go through the proxy that the environment names, if any.
    /// - Throws: an error if the system has no libcurl.
    init(_ base: String, fields: [String], authorities: String?, usesProxy: Bool) throws(SyncError) {
        guard let session = ccurl_open() else {
            throw SyncError("Sync with a server needs libcurl. Install it; in Debian, the package is libcurl4.")
        }
        (self.session, self.base, self.fields, self.authorities) = (session, base, fields, authorities)
        self.usesProxy = usesProxy
    }

    deinit { ccurl_close(session) }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - more: further header fields, as `Name: value`.
    ///   - body: the body with its media type; nil for none.
    ///   - limit: the number of bytes after which the response is refused.
    /// - Throws: an error if there is no response.
    func send(
        _ method: String, _ path: String, _ more: [String] = [], body: (type: String, bytes: [UInt8])? = nil,
        limit: Int = 1 << 20
    ) throws(SyncError) -> Response {
        let lines = fields + more + (body.map { ["Content-Type: \($0.type)"] } ?? [])
        // The strings live until the answer is there.
        let texts = ([method, base + path] + lines).map { strdup($0) }
        let authorities = authorities.map { strdup($0) } ?? nil
        defer { (texts + [authorities]).forEach { free($0) } }
        let pointers = texts.map { UnsafePointer($0) }
        var response = (body?.bytes ?? []).withUnsafeBytes { bytes in
            pointers[2...].withUnsafeBufferPointer { fields in
                var request = ccurl_request(
                    method: pointers[0], url: pointers[1], fields: fields.baseAddress, field_count: fields.count,
                    authorities: authorities, body: body == nil ? nil : bytes.baseAddress, body_size: bytes.count,
                    limit: limit, uses_proxy: usesProxy)
                return ccurl_perform(session, &request)
            }
        }
        defer { ccurl_release(&response) }
        guard response.status != 0 else {
            let reason = withUnsafeBytes(of: response.reason) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw SyncError(
                response.is_too_large
                    ? "The answer of \(base) is larger than \(limit) bytes." : "\(base) cannot be reached: \(reason).")
        }
        return Response(
            status: response.status,
            body: Array(UnsafeBufferPointer(start: response.body, count: response.body == nil ? 0 : response.size)))
    }
}
