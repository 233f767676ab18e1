// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnJobs
import LimnPictures
import LimnWorker
import LimnWorkerService
import SystemPackage
import Testing
import TestSupport

/// What a worker's service does with requests that no parent sends. It must answer each; a trap would end the tests.
struct HostileParentTests {
    /// Descriptors of many kinds, some of them good for nothing.
    private final class Things {
        let folder: TemporaryFolder
        private(set) var descriptors: [Int32] = []

        init() throws {
            folder = try TemporaryFolder()
            let pdf = try folder.write(try Project.sample("character-sheet.pdf"), "sheet.pdf")
            let ink = try folder.write(try Project.sample("character-sheet.limn"), "ink.limn")
            let out = try folder.write([], "out")
            descriptors = [
                open(pdf, O_RDONLY), open(ink, O_RDONLY), open(out, O_RDWR), open(out, O_RDONLY),
                open(folder.url.path, O_RDONLY | O_DIRECTORY), open("/dev/null", O_RDWR), open("/dev/zero", O_RDONLY),
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), -1, 9999,
            ]
        }

        deinit { for descriptor in descriptors where descriptor >= 0 && descriptor < 9999 { close(descriptor) } }

        var pdf: Int32 { descriptors[0] }
        var ink: Int32 { descriptors[1] }
        var output: Int32 { descriptors[2] }

        func some(using generator: inout SeededGenerator) -> [Int32] {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in descriptors.randomElement(using: &generator)! }
        }
    }

    /// An answer of any job.
    private struct Anything: Codable {
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    private func answer(
        _ service: LimnWorkerService, _ request: [UInt8], _ descriptors: [Int32]
    ) throws -> JobReply<Anything> {
        let bytes = service.answer(request, descriptors: descriptors)
        #expect(bytes.count <= 128 << 10)
        return try JSONDecoder().decode(JobReply<Anything>.self, from: Data(bytes))
    }

    private func service() -> LimnWorkerService {
        let service = LimnWorkerService()
        service.prepare()
        return service
    }

    private static let numbers = [0, 1, 2, 3, -1, 7, 1000, 1001, 1 << 31, -(1 << 31), 1 << 32, Int.max, Int.min]
    private static let reals = [0, 1, 0.1, 72, -1, 1e-300, 1e300, -1e300, 1e9]

    /// A job with numbers of the kind that nobody expects.
    private func job(using generator: inout SeededGenerator) -> any Job {
        func number() -> Int { Self.numbers.randomElement(using: &generator)! }
        func real() -> Double { Self.reals.randomElement(using: &generator)! }
        let name = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        switch Int.random(in: 0..<11, using: &generator) {
        case 0:
            // Small, or the machine's memory would be what is tested.
            let limits = [-1, 0, 1, 10_000, Int.min]
            return OpenJob(
                path: name,
                access: Access(
                    password: [nil, "", "limn", "\0"].randomElement(using: &generator)!,
                    pixelLimit: limits.randomElement(using: &generator)!))
        case 1:
            let jobs: [any Job] = [
                PageSizesJob(pages: [number(), number()]), VisitPageJob(page: number()),
                PrepareVerificationJob(token: number(), page: number(), resolution: real()),
            ]
            return jobs.randomElement(using: &generator)!
        case 2:
            let sizes: [RenderSize] = [
                .dpi(real()), .longerSide(number()), .width(number()), .height(number()),
                .exactly(width: number(), height: number()),
            ]
            return PictureJob(
                page: number(), size: sizes.randomElement(using: &generator)!,
                form: [.pixels, .file(PictureEncoder()), .file(PictureEncoder(.webp))].randomElement(
                    using: &generator)!,
                isTransparent: Bool.random(using: &generator), hasInk: Bool.random(using: &generator))
        case 3: return InspectJob()
        case 4:
            return FlattenJob(
                mode: ExportMode.allCases.randomElement(using: &generator)!,
                save: SaveStrategy.allCases.randomElement(using: &generator)!, pageCount: number(),
                tolerance: real(), unit: real(), resolution: real(), carriesSourceInk: .random(using: &generator))
        case 5:
            return VerifyJob(
                token: number(), page: number(),
                strictness: [.exact, .coarse, .none].randomElement(using: &generator)!,
                tolerance: real(), resolution: real(), keepsUserUnit: Bool.random(using: &generator))
        case 6:
            let content: [ReadInkJob.Content] = [.file, .remarkableFolder(id: "x", template: nil)]
            return ReadInkJob(
                content.randomElement(using: &generator)!,
                format: [nil, "xopp", "limn", "", "none"].randomElement(using: &generator)!)
        case 7:
            return WriteInkJob(
                format: ["xopp", "limn", "pdf", "svg"].randomElement(using: &generator)!,
                isLossless: .random(using: &generator))
        case 8:
            return ContactSheetJob(
                form: [.pdf(quality: number()), .picture(PictureEncoder())].randomElement(using: &generator)!,
                side: number(), columns: number(), rows: number(), page: Size(width: real(), height: real()))
        case 9:
            let jobs: [any Job] = [
                PDFInkJob(), StripJob(), ReadPackageJob(path: name, size: number()),
                ReadHandwritingJob(count: number()),
            ]
            return jobs.randomElement(using: &generator)!
        default: return TraitsJob()
        }
    }

    @Test func `Random bytes are answered with a failure`() throws {
        var generator = SeededGenerator(seed: 1)
        let service = service()
        let things = try Things()
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard case .failed = try answer(service, bytes, things.some(using: &generator)) else {
                Issue.record("\(bytes) was taken for a job.")
                continue
            }
        }
    }

    private static func names<each J: Job>(_ jobs: (repeat (each J).Type)) -> [String] {
        var names: [String] = []
        for job in repeat each jobs { names.append(job.name) }
        return names
    }

    @Test func `Each job of the list answers JSON of any kind`() throws {
        var generator = SeededGenerator(seed: 7)
        let service = service()
        let things = try Things()
        let names = Self.names(JobList.all)
        #expect(Set(names).count == names.count)
        // A probe tries to start processes and to reach others.
        for name in names where name != ProbeJob.name {
            for body in ["", "{}", "[]", "null", "7", #"{"page":1,"pages":[1]}"#, #"{"first":1,"last":2}"#] {
                let request = Array("\(name)\n\(body)".utf8)
                _ = try answer(service, request, things.some(using: &generator))
                guard case .failed = try answer(service, request + [0xff], []) else {
                    Issue.record("\(name) was done for \(body) and a stray byte.")
                    continue
                }
            }
        }
    }

    @Test func `Jobs with bits turned over are answered`() throws {
        var generator = SeededGenerator(seed: 2)
        let service = service()
        let things = try Things()
        for _ in 0..<1500 {
            let bytes = try JobMessage.encode(job(using: &generator)).flipped(using: &generator)
            // A flipped digit may well ask for a large picture; that it is refused is for other tests.
            if bytes.contains(UInt8(ascii: "h")), String(decoding: bytes, as: UTF8.self).contains("pixelLimit") {
                continue
            }
            _ = try answer(service, bytes, things.some(using: &generator))
        }
    }

    @Test(arguments: [3, 4, 5] as [UInt64])
    func `Strange jobs with strange descriptors are answered`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let service = service()
        let things = try Things()
        let open = OpenJob(path: Array("sheet.pdf".utf8), access: Access(pixelLimit: 10_000))
        for round in 0..<700 {
            if round % 5 == 0 {
                guard case .done = try answer(service, JobMessage.encode(open), [things.pdf]) else {
                    Issue.record("The sheet does not open after round \(round).")
                    return
                }
            }
            let job = job(using: &generator)
            let isGood = Bool.random(using: &generator)
            let good = job is OpenJob ? [things.pdf] : [things.output, things.ink]
            let descriptors = isGood ? good : things.some(using: &generator)
            _ = try answer(service, try JobMessage.encode(job), descriptors)
            ftruncate(things.output, 0)
        }
    }

    @Test func `Descriptors stay open, whatever is asked`() throws {
        var generator = SeededGenerator(seed: 6)
        let service = service()
        let things = try Things()
        for _ in 0..<300 {
            let job = job(using: &generator)
            _ = try answer(service, try JobMessage.encode(job), things.some(using: &generator))
        }
        for descriptor in things.descriptors where descriptor >= 0 && descriptor < 9999 {
            #expect(fcntl(descriptor, F_GETFD) != -1)
        }
    }
}
