// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnGeometry
internal import LimnInProcess
internal import LimnInk
internal import LimnInkFormats
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import SystemPackage

/// The fixed jobs: each takes the samples, and is the same on every machine.
enum Job: String, CaseIterable {
    case readXournalpp = "read-xournalpp"
    case simplify
    case outline
    case native
    case renderPage = "render-page"
    case encodePage = "encode-page"
    case encodeMap = "encode-map"
    case thumbnails
    case renderInk = "render-ink"
    case flattenOverlay = "flatten-overlay"
    case renderItems = "render-items"
    case flattenItems = "flatten-items"

    /// Opens and reads what the job needs.
    ///
    /// - Returns: the job itself, which can be done more than once.
    func prepare(samples: String, folder: String) throws -> () throws -> Void {
        let sheet = "\(samples)/character-sheet.pdf"
        let ink = "\(samples)/character-sheet.xopp"
        switch self {
        case .readXournalpp:
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ink)))
            return { for _ in 0..<4 { _ = try XournalppReader().read(bytes) } }
        case .simplify:
            let pages = try Self.pages(of: ink, repeated: 10)
            let simplifier = Simplifier()
            return { for page in pages { _ = simplifier.simplify(page.drawing) } }
        case .outline:
            let strokes = try Self.pages(of: ink, repeated: 4).flatMap(\.drawing.strokes)
            return { for stroke in strokes { _ = stroke.marks() } }
        case .native:
            let document = InkDocument(pages: try Self.pages(of: ink, repeated: 10))
            return { _ = try NativeInk.decode(try NativeInk.encode(document)) }
        case .renderPage:
            let document = try PDFDocument(path: sheet)
            return { _ = try document.page(1).render(.dpi(100)) }
        case .encodePage: return try Self.encoding(sheet)
        case .encodeMap: return try Self.encoding("\(samples)/map-landscape.pdf")
        case .thumbnails:
            let files = [sheet, "\(samples)/map-landscape.pdf", "\(samples)/character-sheet-rotated-90.pdf"]
            return try Self.pictures(.thumbnails(of: files.map { FilePath($0) }, in: FilePath(folder), for: .everyone))
        case .renderInk:
            var request = RenderRequest(
                inputs: [FilePath(sheet)], size: .dpi(72), destination: .folder(FilePath(folder)),
                for: .everyone)
            request.ink = FilePath(ink)
            return try Self.pictures(request)
        case .flattenOverlay: return Self.flattening(sheet, ink, into: folder)
        case .renderItems:
            var request = RenderRequest(
                inputs: [FilePath(sheet)], size: .dpi(72), destination: .folder(FilePath(folder)),
                for: .everyone)
            request.ink = try Self.items(samples: samples, folder: folder)
            return try Self.pictures(request)
        case .flattenItems:
            return Self.flattening(sheet, try Self.items(samples: samples, folder: folder).string, into: folder)
        }
    }

    struct Failed: Error { var messages: [String] }

    private static func pages(of ink: String, repeated count: Int) throws -> [InkDocument.Page] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ink)))
        let pages = try XournalppReader().read(bytes).document.pages
        return (0..<count).flatMap { _ in pages }
    }

    private static func flattening(_ sheet: String, _ ink: String, into folder: String) -> () throws -> Void {
        let output = FilePath(folder).appending("filled.pdf")
        let request = FlattenRequest(template: FilePath(sheet), ink: FilePath(ink), output: output, for: .everyone)
        return {
            let messages = try waiting { try await engine.flatten(request).messages }
            guard messages.isEmpty else { throw Failed(messages: messages) }
        }
    }

    /// A page with 60 typed texts and 6 pictures. The font is one that Limn needs in any case.
    private static func items(samples: String, folder: String) throws -> FilePath {
        guard let picture = PictureData([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(samples)/portrait.png"))))
        else { throw Failed(messages: ["The portrait is no picture."]) }
        let style = TextItem.Style(family: "Nimbus Sans", size: 7)
        let texts: [Item] = (0..<60).map { number in
            let place = Point(x: 30 + 135 * Double(number % 4), y: 30 + 15 * Double(number / 4))
            return .object(.text(TextItem("Rope, torch and ration \(number)", style, at: place, width: 130)))
        }
        let pictures: [Item] = (0..<6).map { number in
            let (x, y) = (30 + 135 * Double(number % 4), 40 + 150 * Double(number / 4))
            return .object(.picture(PictureItem(picture, frame: Rect(x0: x, y0: y, x1: x + 40, y1: y + 50))))
        }
        let page = InkDocument.Page(drawing: Drawing(items: pictures + texts, layers: [.init()]))
        let path = FilePath(folder).appending("items.limn")
        try Data(try NativeInk.encode(InkDocument(pages: [page]))).write(to: URL(fileURLWithPath: path.string))
        return path
    }

    private static func encoding(_ file: String) throws -> () throws -> Void {
        let picture = try PDFDocument(path: file).page(1).render(.dpi(150))
        let encoder = PNGEncoder(dpi: 150)
        return { for _ in 0..<2 { _ = try encoder.encode(picture) } }
    }

    private static func pictures(_ request: RenderRequest) throws -> () throws -> Void {
        return {
            let problems = Problems()
            try waiting {
                try await engine.render(request) { if !$0.status.isSuccess { problems.add($0.messages) } }
            }
            if !problems.all.isEmpty { throw Failed(messages: problems.all) }
        }
    }
}

/// Everything is done in this process, so that its instructions are counted.
private let engine = Engine(.inProcess)

/// What went wrong, told by another thread.
private final class Problems: @unchecked Sendable {
    // Unchecked: guarded by `lock`.
    private let lock = NSLock()
    private var messages: [String] = []

    var all: [String] { lock.withLock { messages } }
    func add(_ more: [String]) { lock.withLock { messages += more } }
}

/// What asynchronous work has made.
private final class Box<R: Sendable>: @unchecked Sendable {
    // Unchecked: written before the semaphore is signalled and read after.
    var result: Result<R, any Error>?
}

/// Waits for asynchronous work, as counting begins and ends with a function that is not.
private func waiting<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) throws -> R {
    let (box, done) = (Box<R>(), DispatchSemaphore(value: 0))
    Task.detached {
        do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
        done.signal()
    }
    done.wait()
    return try box.result!.get()
}
