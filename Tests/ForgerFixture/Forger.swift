// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnWorker
internal import LimnWorkerService

/// A worker that the document has taken over as soon as it has made an export: from then on it says of everything that it
/// is as it should be.
final class Forger: WorkerService {
    /// What it forges.
    private enum Kind: String {
        /// Nothing.
        case honest
        /// An export that is no PDF.
        case nonsense
        /// An export without the ink.
        case inkless
        /// An export with another update behind the right one.
        case twice
        /// An export with an update behind the right one that no reader comes by, unless it repairs the file.
        case trailing
        /// An export with ink on the second page as well.
        case more
        /// An export that lacks a stroke of the ninth page.
        case lacking
        /// An export whose ink of the ninth page lies elsewhere.
        case moving
        /// An export that says that it was written anew, and is not.
        case renamed
        /// A report whose edges may have moved by miles.
        case boasting
        /// The right result, which is overwritten again and again once the answer was given.
        case late
        /// Nothing, but redrawing the second page ends the process, as an assertion of a library does.
        case failing
        /// Nothing, but a redrawn second page has more ink than was asked for.
        case spoiling
    }

    private let service: LimnWorkerService
    private let kind: Kind
    private var isTakenOver = false
    /// The size of the document that was opened last.
    private var documentSize = 0

    init(confinement: Confinement) {
        var process = ProcessFunctions()
        process.hasWarnings = { WorkerProcess.hasStderrOutput }
        service = LimnWorkerService(confinement: confinement, process: process)
        let name = CommandLine.arguments[0].split(separator: "-").last.map { String($0) } ?? ""
        kind = Kind(rawValue: name) ?? .honest
    }

    func prepare() { service.prepare() }

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        guard let (name, body) = JobMessage.split(request) else { return [] }
        defer {
            // The second begins with the answer, however long the job took.
            if kind == .late, [FlattenJob.name, PictureJob.name].contains(name) {
                overwriteForever(dup(descriptors[0]))
            }
        }
        if name == OpenJob.name { documentSize = bytes(descriptors[0]).count }
        switch name {
        case FlattenJob.name:
            isTakenOver = kind != .spoiling
            return forged(request, descriptors)
        case VerifyJob.name where isTakenOver:
            return encoded(JobReply.done(VerifyJob.Answer(expected: 100, changed: 100)))
        case CheckExportJob.name where isTakenOver && kind != .honest:
            let job = try? JSONDecoder().decode(CheckExportJob.self, from: Data(body))
            return encoded(
                JobReply.done(
                    CheckExportJob.Answer(
                        overridden: [], kept: KeptContent(basis: job?.save == .append ? .prefix : .census))))
        default: return service.answer(request, descriptors: descriptors)
        }
    }

    private func forged(_ request: [UInt8], _ descriptors: [Int32]) -> [UInt8] {
        let output = descriptors[0]
        var given = descriptors
        switch kind {
        case .failing where redrawsSecondPage(request): abort()
        case .spoiling where redrawsSecondPage(request):
            _ = append(inkOnTwoPages(descriptors[1], isMoved: true), to: output)
            lseek(output, 0, SEEK_SET)
            given[1] = output
        case .nonsense: return reported(append(Array("This is no PDF at all.".utf8), to: output))
        case .inkless: return reported(0)
        case .more:
            // The job reads its ink before it writes over it.
            _ = append(inkOnTwoPages(descriptors[1]), to: output)
            lseek(output, 0, SEEK_SET)
            given[1] = output
        case .lacking, .moving:
            _ = append(inkChangedOnNinthPage(descriptors[1]), to: output)
            lseek(output, 0, SEEK_SET)
            given[1] = output
        default: break
        }
        let answer = service.answer(request, descriptors: given)
        guard case .done(var report)? = try? JSONDecoder().decode(JobReply<FlattenReport>.self, from: Data(answer))
        else { return answer }
        switch kind {
        case .twice, .trailing: report.bytes += append(secondUpdate(behind: bytes(output)), to: output)
        case .renamed: report.save = .rewrite
        case .boasting: report.largestEdgeError = 1e6
        default: return answer
        }
        return encoded(JobReply.done(report))
    }

    private func redrawsSecondPage(_ request: [UInt8]) -> Bool {
        let body = JobMessage.split(request)?.body
        let job = body.flatMap { try? JSONDecoder().decode(FlattenJob.self, from: Data($0)) }
        guard let job else { return false }
        return job.mode == .redraw && (job.redrawn ?? 1...job.pageCount).contains(2) && !job.pictures.contains(2)
    }

    /// A report of an update that was never made.
    private func reported(_ count: Int) -> [UInt8] {
        var report = FlattenReport()
        (report.bytes, report.points, report.save, report.reason) = (count, 1, .append, "the original is sound")
        report.sourceInk = SourceInkOutcome(reason: "it was asked for")
        return encoded(JobReply.done(report))
    }

    /// The ink with what is on the first page on the second one, too, or 300 points below.
    private func inkOnTwoPages(_ descriptor: Int32, isMoved: Bool = false) -> [UInt8] {
        guard var ink = try? NativeInk.decode(bytes(descriptor)), let first = ink.pages.first else { return [] }
        let drawing = isMoved ? first.drawing.transformed(by: .translation(Vector(dx: 0, dy: 300))) : first.drawing
        ink.pages = [first, InkDocument.Page(background: .pdf(page: 2), drawing: drawing)]
        return (try? NativeInk.encode(ink, precision: .lossless)) ?? []
    }

    /// The ink with a stroke less, or 30 points lower, on the ninth page.
    private func inkChangedOnNinthPage(_ descriptor: Int32) -> [UInt8] {
        guard var ink = try? NativeInk.decode(bytes(descriptor)),
            let index = ink.pages.firstIndex(where: { $0.background == .pdf(page: 9) })
        else { return [] }
        let drawing = ink.pages[index].drawing
        ink.pages[index].drawing =
            kind == .lacking
            ? Drawing(strokes: Array(drawing.strokes.dropLast()))
            : drawing.transformed(by: .translation(Vector(dx: 0, dy: 30)))
        return (try? NativeInk.encode(ink, precision: .lossless)) ?? []
    }

    /// What goes behind an update and changes another object.
    private func secondUpdate(behind update: [UInt8]) -> [UInt8] {
        let text = String(decoding: update, as: UTF8.self)
        guard let start = text.range(of: "startxref\n", options: .backwards) else { return [] }
        let previous = text[start.upperBound...].prefix { $0.isNumber }
        let object = "4 0 obj\n<<>>\nendobj\n"
        let place = documentSize + update.count
        let next = kind == .trailing ? "\(previous)" : "\(place + object.utf8.count)"
        let offset = String(repeating: "0", count: 10 - "\(place)".count) + "\(place)"
        return Array("\(object)xref\n4 1\n\(offset) 00000 n \ntrailer\n".utf8)
            + Array("<</Size 999/Root 1 0 R/Prev \(previous)>>\nstartxref\n\(next)\n%%EOF\n".utf8)
    }

    /// After four seconds, writes into a file as long as this process lives.
    private func overwriteForever(_ descriptor: Int32) {
        let noise = [UInt8](repeating: 0x58, count: 64)
        Thread.detachNewThread {
            sleep(4)
            while true {
                lseek(descriptor, 0, SEEK_SET)
                _ = noise.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                usleep(10_000)
            }
        }
    }

    private func bytes(_ descriptor: Int32) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.count
        _ = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, 0) }
        return bytes
    }

    /// - Returns: how many bytes were written.
    private func append(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        lseek(descriptor, 0, SEEK_END)
        return bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    private func encoded(_ value: some Encodable) -> [UInt8] {
        (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    }
}
