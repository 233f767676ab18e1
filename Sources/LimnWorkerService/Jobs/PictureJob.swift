// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import SystemPackage

extension PictureJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        try session.draw(page: page) { try draw(in: session, descriptors) }
    }

    private func draw(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        guard page >= 1 else { throw WorkerSession.invalidRequest }
        let pdfPage = try document.drawnPage(page, frame: frame)
        pdfPage.reducesPictures = reducesPictures
        let size = try sizeWithinLimits(of: pdfPage, session.access.pixelLimit)
        let lowered = size == self.size ? nil : size.resolution
        let grid = try view.map { try pdfPage.grid($0) } ?? pdfPage.grid(size)
        // A size that is too large for every format causes an error about the page; otherwise the error is about the
        // format.
        if case .file(let encoder) = form, PictureFormat.memorySides.contains(max(grid.width, grid.height)) {
            try encoder.format.check(width: grid.width, height: grid.height)
        }
        let drawing = hasInk ? try session.ink(descriptors[1]).pages.first?.drawing : nil
        let composer = PageComposer(
            background: isTransparent ? .transparent : .white, quality: quality,
            pixelLimit: session.access.pixelLimit)
        for doubt in document.doubts(page) { session.process.warn(LibraryText.mark + doubt) }
        var notes = ItemNotes()
        var picture = try composer.picture(
            of: pdfPage, grid: grid, ink: drawing,
            pages: sharesPage && frame == nil && !reducesPictures ? session.pictureCache : nil,
            notes: &notes)
        if let view { picture = try picture.shown(as: view) }
        let bytes: [UInt8]
        switch form {
        case .file(var encoder):
            if let dpi = size.resolution { encoder.dpi = dpi }
            if let stamp, lowered == nil, !session.process.hasWarnings() {
                encoder.stamp = "\(stamp) \(grid.width)x\(grid.height)"
            }
            bytes = try encoder.encode(picture)
        case .pixels: bytes = picture.withUnsafeMutableBytes { Array($0) }
        }
        try document.input.checkUnchanged()
        try session.write(bytes, to: descriptors[0])
        return Answer(
            width: picture.width, height: picture.height, bytes: bytes.count, loweredResolution: lowered,
            notes: notes.sentences)
    }

    /// Returns the size at which to draw the page. It may be lower than requested if that is allowed.
    private func sizeWithinLimits(of page: PDFPage, _ pixelLimit: Int) throws -> RenderSize {
        guard lowersResolution else { return size }
        var longest = PictureFormat.memorySides.upperBound
        if case .file(let encoder) = form { longest = encoder.format.sides.upperBound }
        return try page.lowered(size, pixelLimit: pixelLimit, longestSide: longest)
    }
}

extension RenderSize {
    /// The resolution in pixels per inch; nil if the size is not a resolution.
    fileprivate var resolution: Double? { if case .dpi(let dpi) = self { dpi } else { nil } }
}
