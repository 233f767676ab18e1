// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnFiles
internal import NIOCore

/// A response with a user's file. The file is an attachment, and its policy prevents scripts in it from running.
struct FileAnswer: Sendable {
    private let input: InputFile
    private let name: String
    private let type: String
    /// The entity tag, without quotation marks.
    private let tag: String
    private let threads: BlockingThreads

    /// The number of bytes that are read at a time.
    private static let piece = 256 << 10

    init(_ input: InputFile, name: String, type: String, tag: String, threads: BlockingThreads) {
        self.input = input
        self.name = name
        self.type = type
        self.tag = tag
        self.threads = threads
    }

    /// Returns the whole file, the requested range, or 304 if the client's copy is current.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [
            .eTag: "\"\(tag)\"", .acceptRanges: "bytes", .contentSecurityPolicy: SecurityHeaders.sandbox,
            .contentDisposition: Self.disposition(name), .cacheControl: "private, no-cache",
        ]
        if let known = request.headers[.ifNoneMatch], EntityTags(known).contains(tag, isWeak: true) {
            return Answer.empty(.notModified, headers: headers)
        }
        headers[.contentType] = type
        // If the client has another version of the file, it gets the whole file instead of a range (RFC 9110, 13.1.5).
        let isCurrent = request.headers[.ifRange].map { $0 == "\"\(tag)\"" } ?? true
        let wanted = isCurrent ? request.headers[.range].map { ByteRange($0, of: input.size) } ?? .whole : .whole
        switch wanted {
        case .whole: return Response(status: .ok, headers: headers, body: body(of: 0..<input.size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(input.size)"
            return Response(status: .partialContent, headers: headers, body: body(of: range))
        case .unsatisfiable:
            return Answer.problem(
                Problem(
                    .rangeNotSatisfiable, "unsatisfiable-range",
                    "The range is outside the file, which has \(input.size) bytes.",
                    headers: [.contentRange: "bytes */\(input.size)"]))
        }
    }

    private func body(of range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var rest = range
            while !rest.isEmpty {
                let piece = rest.prefix(Self.piece)
                let bytes = try await threads.run { [input] in try input.bytes(in: piece) }
                try await writer.write(ByteBuffer(bytes: bytes))
                rest = piece.upperBound..<rest.upperBound
            }
            try await writer.finish(nil)
        }
    }

    /// Returns a Content-Disposition value for an attachment with a file name (RFC 6266).
    private static func disposition(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    scalar.isASCII && scalar.value >= 0x20 && !"\"\\/%;".unicodeScalars.contains(scalar)
                        && scalar.value != 0x7f
                        ? scalar : "_"
                }))
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        guard plain != name else { return "attachment; filename=\"\(plain)\"" }
        let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "file"
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

/// The part of a file that a `Range` field requests (RFC 9110, 14.2).
enum ByteRange: Equatable {
    /// The whole file, also if the field is invalid or requests several parts.
    case whole
    case part(Range<Int>)
    /// The range contains no byte of the file.
    case unsatisfiable

    init(_ field: String, of size: Int) {
        self = .whole
        let sides = field.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, sides[0].lowercased() == "bytes", !sides[1].contains(",") else { return }
        let text = sides[1].trimmingCharacters(in: .whitespaces)
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return }
        // Numbers that are too large for Int mean the end of the file.
        func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
        switch (number(ends[0]), number(ends[1])) {
        case (nil, nil): return
        case (nil, let count?):
            self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - min(count, size))..<size)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= size ? .unsatisfiable : .part(first..<(min(last ?? .max, size - 1) + 1))
        }
    }
}

/// The tags of an `If-Match` or `If-None-Match` field.
struct EntityTags {
    /// Whether the field is `*`, which matches any tag.
    let isAny: Bool
    private let strong: Set<String>
    private let weak: Set<String>

    init(_ field: String) {
        var (strong, weak): (Set<String>, Set<String>) = ([], [])
        for part in field.split(separator: ",") {
            var text = part.trimmingCharacters(in: .whitespaces)
            let isWeak = text.hasPrefix("W/")
            if isWeak { text.removeFirst(2) }
            guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { continue }
            let tag = String(text.dropFirst().dropLast())
            if isWeak { weak.insert(tag) } else { strong.insert(tag) }
        }
        isAny = field.trimmingCharacters(in: .whitespaces) == "*"
        self.strong = strong
        self.weak = weak
    }

    /// The strong tags.
    var all: Set<String> { strong }

    /// Returns whether the field contains a tag.
    ///
    /// - Parameter isWeak: whether weak tags also match, as they do for `If-None-Match`.
    func contains(_ tag: String, isWeak: Bool = false) -> Bool {
        isAny || strong.contains(tag) || isWeak && weak.contains(tag)
    }
}
