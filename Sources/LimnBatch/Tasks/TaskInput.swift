// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnFiles
public import SystemPackage

/// A file that a task reads: its place, and what identifies its content.
public struct TaskInput: Hashable, Sendable, Codable {
    /// The local file; nil for an object that has not been fetched.
    public var path: FilePath?
    /// The address of an object; nil for a local file.
    public var url: String?
    /// The object store's ETag for the content; nil if there is none.
    public var etag: String?
    /// The size in bytes; nil if unknown.
    public var bytes: Int?
    /// The hash of the content; nil if it was not read.
    public var sha256: ContentHash?

    /// Creates an input.
    public init(
        path: FilePath? = nil, url: String? = nil, etag: String? = nil, bytes: Int? = nil, sha256: ContentHash? = nil
    ) {
        self.path = path
        self.url = url
        self.etag = etag
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// The values that enter the id of a task. If the hash of the content is known, the place is not included.
    var identity: [String: JSONValue] {
        if let sha256 { return ["sha256": .text("\(sha256)")] }
        if let url {
            return [
                "url": .text(url), "etag": etag.map { .text($0) } ?? .null,
                "bytes": bytes.map { .integer($0) } ?? .null,
            ]
        }
        return ["path": .text((path ?? "").bytes.map { String($0) }.joined(separator: " "))]
    }

    private enum Keys: String, CodingKey { case path, path64, url, etag, bytes, sha256 }

    /// Decodes an object, or a string that is a path. An object has `path`, `path64` (bytes that are not UTF-8, in Base64)
    /// or `url`.
    ///
    /// - Throws: `DecodingError` if it names no place, or a value has another type.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            path = try Self.path(text, decoder)
            return
        }
        let keyed = try decoder.container(keyedBy: Keys.self)
        if let data = try keyed.decodeIfPresent(Data.self, forKey: .path64) {
            guard !data.contains(0) else { throw Self.damaged("A path has a zero byte.", decoder) }
            path = FilePath(bytes: Array(data))
        } else if let text = try keyed.decodeIfPresent(String.self, forKey: .path) {
            path = try Self.path(text, decoder)
        }
        url = try keyed.decodeIfPresent(String.self, forKey: .url)
        etag = try keyed.decodeIfPresent(String.self, forKey: .etag)
        bytes = try keyed.decodeIfPresent(Int.self, forKey: .bytes)
        if let text = try keyed.decodeIfPresent(String.self, forKey: .sha256) {
            guard let hash = ContentHash(text) else { throw Self.damaged("A hash does not have 64 digits.", decoder) }
            sha256 = hash
        }
        guard path?.isEmpty == false || url != nil else {
            throw Self.damaged("An input names neither a path nor a url.", decoder)
        }
    }

    private static func path(_ text: String, _ decoder: any Decoder) throws -> FilePath {
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw damaged("A path is empty or has a zero byte.", decoder)
        }
        return FilePath(bytes: Array(text.utf8))
    }

    private static func damaged(_ sentence: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: sentence))
    }

    /// Encodes an object. A path that is not UTF-8 is encoded as `path64`.
    public func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: Keys.self)
        if let path {
            let bytes = path.bytes
            if let text = String(validating: bytes, as: UTF8.self) {
                try keyed.encode(text, forKey: .path)
            } else {
                try keyed.encode(Data(bytes), forKey: .path64)
            }
        }
        try keyed.encodeIfPresent(url, forKey: .url)
        try keyed.encodeIfPresent(etag, forKey: .etag)
        try keyed.encodeIfPresent(bytes, forKey: .bytes)
        try keyed.encodeIfPresent(sha256.map { "\($0)" }, forKey: .sha256)
    }
}
