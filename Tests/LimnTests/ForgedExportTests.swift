// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnWorker
import Testing
import TestSupport

@testable import LimnPipeline

/// A worker that was taken over makes the export. Another one, which was not, judges it; the first one would say of
/// everything that it is as it should be.
@Suite(.serialized) struct ForgedExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An engine whose workers forge in one way.
    private func engine(_ kind: String) throws -> Limn.Engine {
        let program = folder.path("forger-\(kind)")
        if !FileManager.default.fileExists(atPath: program) {
            try FileManager.default.createSymbolicLink(
                atPath: program, withDestinationPath: Support.program("ForgerFixture"))
        }
        var configuration = Limn.Engine.Configuration()
        (configuration.workers, configuration.workerProgram) = (2, program)
        configuration.limits.timeout = 60
        return Limn.Engine(configuration)
    }

    private var ink: [Int: Drawing] {
        let points = [Point(x: 100, y: 100), Point(x: 300, y: 150), Point(x: 200, y: 300)]
        let brush = Brush(kind: .pen, color: Color(rgba: 0x0000_ffff), width: 4)
        return [1: Drawing(strokes: [Stroke(brush: brush, points: StrokePoints(points, width: 4))])]
    }

    /// The error of an export, which must not be published; nil where it was.
    private func failure(
        _ kind: String, _ change: (inout FlattenOptions) -> Void = { _ in }
    ) async throws -> LimnError? {
        var options = FlattenOptions(for: .everyone)
        change(&options)
        let output = FilePath(folder.path("\(kind).pdf"))
        let engine = try engine(kind)
        do throws(LimnError) {
            _ = try await engine.flatten(ink, over: .path(Support.sheet), options: options, to: .path(output))
            return nil
        } catch {
            #expect(!FileManager.default.fileExists(atPath: output.string))
            return error
        }
    }

    @Test func `An honest worker's export is published`() async throws {
        #expect(try await failure("honest") == nil)
        #expect(try await failure("honest", { $0.save = .rewrite }) == nil)
    }

    @Test func `Nonsense that is said to be an export is not published`() async throws {
        let error = try await failure("nonsense") { $0.carriesSourceInk = false }
        #expect(error?.code == .unverified, "\(error?.description ?? "")")
    }

    @Test func `An export without the ink is not published, although its maker says that all of it shows`() async throws
    {
        let error = try await failure("inkless") { $0.carriesSourceInk = false }
        #expect(error?.code == .inkNotShown)
        #expect(error?.sentence.contains("only 0 % of the ink would show") == true, "\(error?.description ?? "")")
    }

    @Test func `An export that does not carry the ink as it was drawn is not published`() async throws {
        let error = try await failure("inkless")
        #expect(error?.code == .unverified)
        #expect(error?.sentence.contains("carry the ink") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("twice", "it cannot be read"),
        ("trailing", "what was added is not one update of the original"),
        ("more", "has changed, but it is not a page with ink"),
    ])
    func `An export that changes a page without ink is not published`(_ kind: String, _ why: String) async throws {
        let error = try await failure(kind) { $0.carriesSourceInk = false }
        #expect(error?.code == .unverified)
        #expect(error?.sentence.contains(why) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("honest", nil), ("lacking", LimnError.Code.inkNotShown), ("moving", .inkNotShown), ("inkless", .inkNotShown),
    ])
    func `A page that is not in the sample is drawn as soon as its bytes prove nothing`(
        kind: String, code: LimnError.Code?
    ) async throws {
        let document = folder.path("twelve.pdf")
        let kids = (4...15).map { "\($0) 0 R" }.joined(separator: " ")
        let pages = (1...12).map { _ in "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 3 0 R>>" }
        let pdf = listedPDF(
            ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count 12>>", listedStream("0 0 40 40 re f")]
                + pages)
        try Data(pdf).write(to: URL(fileURLWithPath: document))
        let brush = Brush(kind: .pen, color: Color(rgba: 0x0000_ffff), width: 3)
        let strokes = [40.0, 80].map { y in
            Stroke(
                brush: brush,
                points: StrokePoints([Point(x: 20, y: y), Point(x: 120, y: y + 10), Point(x: 60, y: y + 15)], width: 3))
        }
        let ink = Dictionary(uniqueKeysWithValues: (1...12).map { ($0, Drawing(strokes: strokes)) })
        var options = FlattenOptions(for: .everyone)
        (options.carriesSourceInk, options.verifiedPages) = (false, .sample)
        let output = FilePath(folder.path("twelve-\(kind).pdf"))
        let engine = try engine(kind)
        do throws(LimnError) {
            let result = try await engine.flatten(
                ink, over: .path(FilePath(document)), options: options, to: .path(output))
            #expect(code == nil)
            #expect(result.result.verification?.proven == [2, 3, 5, 6, 7, 9, 10, 11])
            #expect(result.result.verification?.pages == 4)
        } catch {
            #expect(error.code == code, "\(error)")
            if kind != "inkless" { #expect(error.sentence.contains("page 9 "), "\(error.sentence)") }
        }
    }

    @Test func `An update is no document by itself`() async throws {
        #expect(try await failure("renamed") != nil)
    }

    @Test func `A report beyond what was granted is not believed`() async throws {
        #expect(try await failure("boasting")?.code == .crashed)
    }

    @Test(arguments: [("honest", false), ("boasting", true), ("inkless", true)])
    func `An export that is refused ends the workers of all tasks, those that judge among them`(
        _ kind: String, _ isRefused: Bool
    ) async throws {
        _ = try engine(kind)
        let limits = WorkerLimits(timeout: 60)
        let dispatcher = RecordingDispatcher(
            WorkerPool(
                WorkerPool.Configuration(executable: folder.path("forger-\(kind)"), limits: limits, workers: 2)))
        let engine = Limn.Engine(JobContext(dispatcher))
        let made = try? await engine.flatten(
            ink, over: .path(Support.sheet), options: FlattenOptions(for: .everyone))
        #expect((made == nil) == isRefused)
        let count = isRefused ? WorkerTask.allCases.count : 0
        #expect(dispatcher.retired.count == count)
        #expect(Set(dispatcher.retired).count == count)
        // Idle ones are gone at once; others of this owner can be had.
        #expect(try await engine.thumbnail(.path(Support.sheet), size: 64).width == 45)
    }

    @Test func `What a worker writes after its answer changes no published file`() async throws {
        let engine = try engine("late")
        let honest = try self.engine("honest")
        let ink = FilePath(Project.samples.appendingPathComponent("character-sheet.xopp").path)
        func export(_ engine: Limn.Engine, _ name: String) async throws -> [String] {
            let (pdf, picture) = (folder.path("\(name).pdf"), folder.path("\(name).png"))
            _ = try await engine.flatten(
                FlattenRequest(
                    template: Support.sheet, ink: ink, output: FilePath(pdf), for: .everyone))
            _ = try await engine.thumbnail(.path(Support.sheet), to: .path(FilePath(picture)))
            var request = RenderRequest(
                inputs: [Support.map], destination: .folder(FilePath(folder.path(name))), for: .everyone)
            request.size = .longerSide(100)
            try await engine.render(request) { _ in }
            return [pdf, picture, folder.path("\(name)/map-landscape-1.png")]
        }
        let forged = try await export(engine, "late")
        let right = try await export(honest, "right")
        // By now the worker writes a hundred times a second.
        try await Task.sleep(for: .seconds(5))
        for (forged, right) in zip(forged, right) {
            #expect(try Data(contentsOf: URL(fileURLWithPath: forged)) == Data(contentsOf: URL(fileURLWithPath: right)))
        }
        _ = engine
    }
}
