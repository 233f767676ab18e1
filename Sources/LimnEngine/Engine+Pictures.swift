// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnPictures
public import LimnPipeline

/// A page as a picture.
public struct RenderedPage: Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The file; empty if it was written to a path or a descriptor.
    public var bytes: [UInt8]
    /// Sentences for the user. If there are any, the picture may be wrong.
    public var warnings: [String]
}

extension Engine {
    /// Draws a page.
    ///
    /// - Parameters:
    ///   - source: the PDF.
    ///   - page: the page number, from 1.
    ///   - size: the size of the picture; by default 150 pixels per inch.
    ///   - encoder: the format and its settings; by default PNG.
    ///   - quality: the rendering quality. By default, small pictures are scaled down from larger ones.
    ///   - ink: the ink to paint over the page, in page space; nil for none.
    ///   - isTransparent: whether the background is transparent instead of white. The format must have an alpha
    ///     channel.
    ///   - access: the password and the limits.
    ///   - destination: the destination of the file; by default, its bytes are in the result.
    /// - Throws: ``LimnError``, such as `locked`, `noSuchPage`, `refused`, `limit`, `cancelled`, `failed`.
    public func render(
        _ source: Source, page: Int = 1, size: RenderSize = .dpi(150), as encoder: PictureEncoder = PictureEncoder(),
        quality: RenderQuality = .standard, ink: Drawing? = nil, isTransparent: Bool = false,
        access: Access = Access(), to destination: Destination = .bytes
    ) async throws(LimnError) -> RenderedPage {
        try await run { (context) throws(LimnError) in
            let made = try SinglePageRenderer(
                document: try source.open(access), page: page, size: size, encoder: encoder, quality: quality,
                isTransparent: isTransparent, ink: ink, access: access, context: context
            ).run()
            let bytes = try destination.take(made.file)
            return RenderedPage(width: made.width, height: made.height, bytes: bytes, warnings: made.warnings)
        }
    }

    /// Draws a part of a page at an exact size in pixels.
    ///
    /// - Parameters:
    ///   - view: the part, its size in pixels, and whether it is turned, mirrored, or shown without colors.
    ///   - others: as for ``render(_:page:size:as:quality:ink:isTransparent:access:to:)``.
    /// - Throws: ``LimnError``.
    public func render(
        _ source: Source, page: Int = 1, view: PageView, as encoder: PictureEncoder = PictureEncoder(),
        quality: RenderQuality = .standard, ink: Drawing? = nil, access: Access = Access(),
        to destination: Destination = .bytes
    ) async throws(LimnError) -> RenderedPage {
        try await run { (context) throws(LimnError) in
            let made = try SinglePageRenderer(
                document: try source.open(access), page: page,
                size: .exactly(width: view.width, height: view.height), encoder: encoder, quality: quality, view: view,
                ink: ink, access: access, context: context
            ).run()
            let bytes = try destination.take(made.file)
            return RenderedPage(width: made.width, height: made.height, bytes: bytes, warnings: made.warnings)
        }
    }

    /// Draws a thumbnail of a page. Its longer side has exactly `size` pixels.
    ///
    /// - Parameters: as for ``render(_:page:size:as:quality:ink:isTransparent:access:to:)``.
    /// - Throws: ``LimnError``.
    public func thumbnail(
        _ source: Source, page: Int = 1, size: Int = 256, as encoder: PictureEncoder = PictureEncoder(),
        quality: RenderQuality = .standard, ink: Drawing? = nil, access: Access = Access(),
        to destination: Destination = .bytes
    ) async throws(LimnError) -> RenderedPage {
        try await render(
            source, page: page, size: .longerSide(size), as: encoder, quality: quality, ink: ink, access: access,
            to: destination)
    }

    /// Writes pictures of pages of many documents to files.
    ///
    /// - Parameters:
    ///   - report: called in the order of documents and pages, on one thread, with a result for every page. A picture
    ///     that is reported as done is on the disk.
    ///   - progress: called repeatedly with the progress, on the same thread.
    /// - Throws: ``LimnError`` if no work could begin. Other errors are in the results of the pages.
    public func render(
        _ request: RenderRequest, report: @escaping @Sendable (RenderResult) -> Void,
        progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            try PageRenderer(request).run(report: report, progress: progress)
            if context.isCancelled { throw .cancelled }
        }
    }
}

extension Destination {
    /// Writes a finished file to its destination.
    ///
    /// - Returns: the bytes of the file if the destination is ``bytes``; otherwise an empty array.
    func take(_ file: ScratchFile) throws(LimnError) -> [UInt8] {
        do {
            switch self {
            case .bytes: return try file.bytes()
            case .path(let path): try Publisher().publish(try file.bytes(), to: path)
            case .descriptor(let descriptor): try file.asInput(named: "result").copy(to: descriptor)
            }
            return []
        } catch { throw LimnError(error) }
    }
}
