// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import LimnFiles
internal import NIOCore
internal import SystemPackage

/// Answers with a file that a job has made, in pieces: as an attachment in which nothing runs.
enum ResultAnswer {
    private static let piece = 256 << 10

    /// - Throws: `FileError` where it cannot be read.
    static func answer(
        _ path: FilePath, type: String, name: String, tag: EntityTag, to request: Request
    ) throws -> Response {
        let file = try InputFile(path)
        var fields: HTTPFields = [
            .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .eTag: tag.text,
            .cacheControl: "private, no-cache", .contentSecurityPolicy: SecurityHeaders.sandbox,
        ]
        guard !tag.isKnown(to: request) else { return Answer.empty(.notModified, headers: fields) }
        fields[.contentLength] = "\(file.size)"
        let size = file.size
        let body = ResponseBody(contentLength: size) { writer in
            var start = 0
            while start < size {
                let end = min(size, start + piece)
                try await writer.write(ByteBuffer(bytes: try file.bytes(in: start..<end)))
                start = end
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: fields, body: body)
    }
}
