// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnRaster
internal import LimnWorker
internal import SystemPackage

/// Does jobs, one after the other, and keeps the last document open. Used by one thread.
final class JobSession {
    private let confinement: Confinement
    private var template: Template?
    /// Pages of it that are drawn on again and again.
    private(set) var drawnPages = DrawnPages()
    /// What is being verified against the open document.
    private var verification: ExportVerification?
    private var access = Access()
    /// Whether libraries complained since the job began.
    private let hasComplaints: () -> Bool

    init(confinement: Confinement = Confinement(), hasComplaints: @escaping () -> Bool = { false }) {
        self.confinement = confinement
        self.hasComplaints = hasComplaints
    }

    /// Does a job; descriptors stay the caller's.
    func perform(_ job: Job, descriptors: [Int32]) -> JobAnswer {
        do {
            return try attempt(job, descriptors.map { FileDescriptor(rawValue: $0) })
        } catch let error as NotWritten {
            return .notWritten(errno: error.cause.rawValue)
        } catch { return .failed(PipelineError(error)) }
    }

    private func attempt(_ job: Job, _ descriptors: [FileDescriptor]) throws -> JobAnswer {
        switch job {
        case .open(let name, let access):
            (template, verification) = (nil, nil)
            drawnPages = DrawnPages()
            self.access = access
            let input = try InputFile(adopting: try descriptors[0].duplicate(), named: FilePath(bytes: name))
            let opened = Template(input, access: access)
            let count = try opened.pictures().pageCount
            template = opened
            return .opened(pageCount: count)
        case .sizes(let pages):
            let template = try open()
            guard pages.allSatisfy({ $0 >= 1 }) else { throw Self.nonsense }
            return .sizes(try pages.map { page throws(PipelineError) in try template.size(ofPage: page) })
        case .visit(let page):
            guard page >= 1 else { throw Self.nonsense }
            _ = try open().page(page, userUnit: 1)
            return .visited
        case .traits:
            return .traits(try DocumentTraits(try open().objects()))
        case .picture(let job):
            return try picture(job, ink: job.hasInk ? descriptors[1] : nil, to: descriptors[0])
        case .inspect:
            let inspection = try Inspecting.pdf(try open())
            let bytes = Array(try JSONEncoder().encode(inspection))
            try Self.write(bytes, to: descriptors[0])
            return .written(bytes: bytes.count, messages: [])
        case .text(let first, let last):
            let pictures = try open().pictures()
            guard first >= 1, first <= last, last <= pictures.pageCount else { throw Self.nonsense }
            var text: [UInt8] = []
            for number in first...last {
                text += Array(try pictures.page(number).text.utf8)
                text.append(UInt8(ascii: "\u{c}"))
            }
            try Self.write(text, to: descriptors[0])
            return .written(bytes: text.count, messages: [])
        case .ink:
            let ink = try PDFInk(in: try open().objects())
            try Self.write(try NativeInk.encode(ink.document, precision: .lossless), to: descriptors[0])
            return .ink(sources: ink.sources, annotations: ink.annotations, messages: ink.messages)
        case .strip: return try strip(to: descriptors[0])
        case .flatten(let job): return try flatten(job, ink: descriptors[1], to: descriptors[0])
        case .verify(let job): return .verified(try verify(job, export: descriptors[0], ink: descriptors[1]))
        case .probe: return .probed(Probe.run(isConfined: !confinement.layers.isEmpty), confinement)
        }
    }

    static let nonsense = PipelineError(.failed, "The worker was asked something that makes no sense.")

    private func open() throws(PipelineError) -> Template {
        guard let template else { throw PipelineError(.failed, "No document is open.") }
        return template
    }

    private func picture(_ job: PictureJob, ink: FileDescriptor?, to output: FileDescriptor) throws -> JobAnswer {
        let template = try open()
        guard job.page >= 1 else { throw Self.nonsense }
        let page = try template.page(job.page)
        let grid = try page.grid(job.size)
        // What no format can have is told by the page itself.
        if case .file(let encoder) = job.form, PixelBuffer.sides.contains(max(grid.width, grid.height)) {
            try encoder.format.check(width: grid.width, height: grid.height)
        }
        let drawing = try ink.map { try Self.ink($0) }?.pages.first?.drawing
        let composer = PageComposer(
            background: job.isTransparent ? .transparent : .white, pixelLimit: access.pixelLimit)
        let picture = try composer.picture(
            of: page, grid: grid, ink: drawing, pages: job.sharesPage ? drawnPages : nil)
        let bytes: [UInt8]
        switch job.form {
        case .file(var encoder):
            if case .dpi(let dpi) = job.size { encoder.dpi = dpi }
            if let key = job.stamp, !hasComplaints() {
                encoder.stamp = PictureStamp.text(key: key, width: grid.width, height: grid.height)
            }
            bytes = try encoder.encode(picture)
        case .pixels: bytes = picture.withUnsafeMutableBytes { Array($0) }
        }
        try template.input.checkUnchanged()
        try Self.write(bytes, to: output)
        return .picture(width: grid.width, height: grid.height, bytes: bytes.count)
    }

    private func flatten(_ job: FlattenJob, ink: FileDescriptor, to output: FileDescriptor) throws -> JobAnswer {
        let template = try open()
        let work = FlattenWork(job, on: template, drawings: try drawings(for: job, from: ink))
        var made = try work.run()
        made.report.bytes = made.bytes.count
        if made.report.save == .append {
            made.report.bytes += template.input.size
            do throws(FileError) { try template.input.copy(to: output) } catch {
                throw error.isReading ? error : NotWritten(cause: error.cause ?? .ioError)
            }
        }
        try Self.write(made.bytes, to: output)
        // A new document that its own reader cannot open is not worth publishing.
        let count = try PDFDocument(descriptor: output.rawValue, password: access.secret).pageCount
        guard count == job.pageCount else {
            throw PipelineError(
                .failed, "The new document has \(count) pages instead of \(job.pageCount); it is not published.")
        }
        made.report.kept = try work.kept(in: output, save: made.report.save)
        try template.input.checkUnchanged()
        return .flattened(made.report)
    }

    private func strip(to output: FileDescriptor) throws -> JobAnswer {
        let objects = try open().original()
        let sources = try objects.removeSourceInk()
        guard sources > 0 else { return .stripped(bytes: 0, sources: 0, messages: []) }
        let bytes = try objects.rewritten()
        try Self.write(bytes, to: output)
        let left = try ObjectDocument(bytes: bytes, password: access.password).sourceInk().count
        guard left == 0 else { throw PipelineError(.unverified, "Source ink is still there; nothing is published.") }
        return .stripped(bytes: bytes.count, sources: sources, messages: objects.takeWarnings())
    }

    private func verify(
        _ job: VerifyJob, export: FileDescriptor, ink: FileDescriptor
    ) throws -> PageVerifier.Finding {
        let template = try open()
        if verification?.token != job.token {
            verification = try ExportVerification(
                token: job.token, export: export, password: access.secret, ink: try Self.ink(ink))
        }
        guard let verification, job.page >= 1, job.userUnit.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw Self.nonsense
        }
        return try verification.verify(job, against: template, drawnPages)
    }

    /// The ink by the number of its page.
    private func drawings(for job: FlattenJob, from ink: FileDescriptor) throws -> [Int: Drawing] {
        guard job.pageCount >= 1, job.unit > 0, job.unit.isFinite else { throw Self.nonsense }
        var drawings: [Int: Drawing] = [:]
        for page in try Self.ink(ink).pages {
            if case .pdf(let number) = page.background { drawings[number] = page.drawing }
        }
        guard drawings.keys.allSatisfy({ (1...job.pageCount).contains($0) }) else { throw Self.nonsense }
        return drawings
    }

    /// An output that took no more bytes; the parent knows its name.
    private struct NotWritten: Error { let cause: Errno }

    private static func write(_ bytes: [UInt8], to output: FileDescriptor) throws {
        do { _ = try output.writeAll(bytes) } catch { throw NotWritten(cause: error as? Errno ?? .ioError) }
    }

    private static func ink(_ descriptor: FileDescriptor) throws -> InkDocument {
        try NativeInk.decode(try InputFile(adopting: try descriptor.duplicate(), named: "ink").bytes())
    }
}
