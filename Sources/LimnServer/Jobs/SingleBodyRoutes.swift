// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import NIOCore
internal import SystemPackage

/// `/render`, `/thumbnail` and `/inspect`: routes that take a document, return the result, and store nothing.
struct SingleBodyRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        // The routes also exist at the root, because people type these paths.
        ["", Self.base].flatMap { root in
            [
                Route(.post, "\(root)/render", render), Route(.post, "\(root)/thumbnail", thumbnail),
                Route(.post, "\(root)/inspect", inspect),
            ]
        }
    }

    /// The names of the query parameters, which are the long names of the command's options.
    static let renderNames = [
        "page", "dpi", "scale-to", "width", "height", "format", "quality", "transparent", "layers", "audience",
        "no-notes",
    ]
    static let thumbnailNames = ["page", "size", "format", "quality"]

    @Sendable private func render(_ request: Request, _ context: ServerContext) async throws -> Response {
        var options = try JobOptions(context.query, names: Self.renderNames)
        let page = try options.integer("page", in: 1...1_000_000) ?? 1
        let wanted = try RenderOptions(&options, inputs: [], Access())
        try options.finish()
        return try await picture(request, context, page: page, wanted.request)
    }

    @Sendable private func thumbnail(_ request: Request, _ context: ServerContext) async throws -> Response {
        var options = try JobOptions(context.query, names: Self.thumbnailNames)
        let page = try options.integer("page", in: 1...1_000_000) ?? 1
        let wanted = try RenderOptions(thumbnails: &options, inputs: [], Access())
        try options.finish()
        return try await picture(request, context, page: page, wanted.request)
    }

    private func picture(
        _ request: Request, _ context: ServerContext, page: Int, _ wanted: RenderRequest
    ) async throws -> Response {
        try await withDocument(request, context) { folder, engine, access in
            var drawing = wanted
            guard let selection = PageSelection("\(page)") else { throw Problem.notFound() }
            drawing.inputs = [FilePath(folder.input(1).path)]
            drawing.pages = selection
            drawing.access = access
            drawing.destination = .folder(folder.output(""))
            let room = try services.workshop.quota.take(0)
            let report = RenderReport(folder, format: drawing.encoder.format, room: room, isKept: false)
            let request = drawing
            try await report.stoppingWhenFull { try await engine.render(request, report: { report.take($0) }) }
            let done = try report.done()
            return Answer.bytes(try InputFile(folder.result).bytes(), type: done.result.type)
        }
    }

    @Sendable private func inspect(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await withDocument(request, context) { folder, engine, access in
            let found = try await engine.inspect(.path(FilePath(folder.input(1).path)), access: access)
            return try Answer.json(try folder.receipt(found))
        }
    }

    /// Receives the body into a temporary folder, which is removed when the call returns, and runs `body` when it is
    /// the person's turn.
    private func withDocument(
        _ request: Request, _ context: ServerContext,
        _ body: @escaping @Sendable (JobFolder, Engine, Access) async throws -> Response
    ) async throws -> Response {
        let workshop = services.workshop
        let folder = JobFolder(url: workshop.scratch.appendingPathComponent(UUID().uuidString, isDirectory: true))
        try folder.make()
        // The room is given back when the folder is gone.
        let room = try workshop.quota.take(0)
        defer { withExtendedLifetime(room) { folder.remove() } }
        let file = try FileDescriptor.open(
            FilePath(folder.input(1).path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerReadWrite])
        do {
            defer { try? file.close() }
            try await Body(request, context).forEach(limit: services.options.maximumUpload) { piece in
                try room.take(piece.readableBytes)
                _ = try piece.withUnsafeReadableBytes { try file.writeAll($0) }
            }
        }
        let access = Access(password: request.headers[.pdfPassword])
        let engine = services.engine(for: context.identity)
        let person = context.identity.key
        return try await Departure.cancelling(on: context.channel) {
            try await workshop.pictureTurns.run(for: person) { try await body(folder, engine, access) }
        }
    }
}
