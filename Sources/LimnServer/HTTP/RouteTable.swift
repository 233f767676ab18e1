// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// All routes. It finds a route by method and path.
///
/// Segments are percent-decoded before they are compared, so `template%3A1` and `template:1` are the same segment. An
/// encoded slash, `%2F`, is part of its segment.
struct RouteTable: Sendable {
    /// The result of a search for a method and a path.
    enum Match: Sendable {
        case route(Route, segments: [String: String])
        /// The path has routes, but none with this method.
        case wrongMethod(allowed: [HTTPRequest.Method])
        case nothing
    }

    /// The routes in the order of their groups.
    let routes: [Route]
    private let patterns: [(segments: [Segment], route: Route)]

    private enum Segment: Sendable {
        case literal(String)
        case variable(String)
    }

    init(_ groups: [any RouteGroup]) {
        routes = groups.flatMap(\.routes)
        patterns = routes.map { route in
            let parts = route.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            let segments = parts.map { part in
                part.first == "{" && part.last == "}"
                    ? Segment.variable(String(part.dropFirst().dropLast())) : .literal(String(part))
            }
            return (segments, route)
        }
    }

    /// Finds a route. HEAD matches the route of GET.
    ///
    /// - Parameter path: the path in its percent-encoded form, without the query.
    /// - Throws: ``Problem`` with status 400 for segments that are not percent-encoded UTF-8, or 404 for `.`, `..` and
    ///   segments with control characters.
    func match(_ method: HTTPRequest.Method, _ path: String) throws(Problem) -> Match {
        let parts = try PathSegments.decode(path)
        let wanted = method == .head ? .get : method
        let fitting = patterns.compactMap { pattern, route in
            Self.values(of: parts, pattern).map { (route: route, segments: $0) }
        }
        // Routes with fewer variables take precedence.
        let fewest = fitting.map(\.segments.count).min()
        let here = fitting.filter { $0.segments.count == fewest }
        if let found = here.first(where: { $0.route.method == wanted }) {
            return .route(found.route, segments: found.segments)
        }
        return here.isEmpty ? .nothing : .wrongMethod(allowed: here.map(\.route.method))
    }

    private static func values(of parts: [String], _ pattern: [Segment]) -> [String: String]? {
        guard parts.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, pattern) {
            switch segment {
            case .literal(let text): guard part == text else { return nil }
            case .variable(let name): values[name] = part
            }
        }
        return values
    }
}

/// Decodes the segments of a path.
enum PathSegments {
    /// Splits a path and percent-decodes each segment.
    ///
    /// - Throws: ``Problem`` with status 400 for an invalid path, or 404 for `.`, `..` and segments with control
    ///   characters.
    static func decode(_ path: String) throws(Problem) -> [String] {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, "unreadable", "The path does not begin with a slash.")
        }
        var parts: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let text = PercentCoding.decode(Array(part)) else {
                throw Problem(.badRequest, "unreadable", "The path is not UTF-8 in percent-encoding.")
            }
            parts.append(text)
        }
        guard !parts.contains(where: { $0 == "." || $0 == ".." || $0.unicodeScalars.contains { $0.value < 0x20 } })
        else { throw Problem(.notFound, "not-found", "There is nothing at this address.") }
        return parts
    }
}

/// Decodes percent-encoding (RFC 3986).
enum PercentCoding {
    /// Decodes bytes; returns nil if an escape is invalid or the result is not UTF-8.
    ///
    /// - Parameter plusIsSpace: whether `+` means a space, as in the queries of HTML forms.
    static func decode(_ bytes: [UInt8], plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let high = hex(bytes[index + 1]), let low = hex(bytes[index + 2]) else {
                    return nil
                }
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
