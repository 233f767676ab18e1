// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnPipeline
import LimnWorker
import Testing
import TestSupport

/// A page that ends the process that redraws it, or that does not look as before.
struct RedrawFailureTests {
    @Test(arguments: ["failing", "spoiling"])
    func `A page that cannot be redrawn becomes a picture, the others stay, and it is told`(
        kind: String
    ) async throws {
        let folder = try TemporaryFolder()
        let output = folder.path("out.pdf")
        try await Self.redraw(kind, in: folder, to: output)
        try Self.expectPicture(output)
    }

    @Test func `A named pipe gets the export of the second round, and nothing of the first`() async throws {
        let folder = try TemporaryFolder()
        let (pipe, output) = (folder.path("pipe"), folder.path("out.pdf"))
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = Process()
        reader.executableURL = URL(filePath: "/bin/sh")
        reader.arguments = ["-c", "cat \"$0\" > \"$1\"", pipe, output]
        try reader.run()
        try await Self.redraw("spoiling", in: folder, to: pipe)
        reader.waitUntilExit()
        try Self.expectPicture(output)
    }

    /// Redraws the two pages of the sheet, whose second page fails or comes out wrong.
    private static func redraw(_ kind: String, in folder: TemporaryFolder, to output: String) async throws {
        let program = folder.path("forger-\(kind)")
        try FileManager.default.createSymbolicLink(
            atPath: program, withDestinationPath: Support.program("ForgerFixture"))
        var configuration = Limn.Engine.Configuration()
        (configuration.workers, configuration.workerProgram) = (2, program)
        configuration.limits.timeout = 60
        var options = FlattenOptions(for: .everyone)
        options.mode = .redraw
        let points = [Point(x: 100, y: 100), Point(x: 300, y: 150)]
        let ink = [
            1: Drawing(strokes: [Stroke(brush: Brush(width: 4), points: StrokePoints(points, width: 4))]),
            2: Drawing(strokes: [Stroke(brush: Brush(width: 4), points: StrokePoints(points, width: 4))]),
        ]
        let result = try await Limn.Engine(configuration).flatten(
            ink, over: .path(Support.sheet), options: options, to: .path(FilePath(output)))
        let told = result.result.diagnostics.filter { $0.code == .appearanceDoubtful }
        #expect(told.map(\.page) == [2])
    }

    /// Expects that the first page has words, and the second is a picture.
    private static func expectPicture(_ output: String) throws {
        func words(_ page: Int) throws -> String {
            try run(try Requirement.tool("pdftotext"), "-f", "\(page)", "-l", "\(page)", output, "-").text
        }
        let isText = (try words(1).contains { $0.isLetter }, try words(2).contains { $0.isLetter })
        #expect(isText == (true, false))
    }
}
