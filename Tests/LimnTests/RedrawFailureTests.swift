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
        let output = folder.path("out.pdf")
        let result = try await Limn.Engine(configuration).flatten(
            ink, over: .path(Support.sheet), options: options, to: .path(FilePath(output)))
        let told = result.result.diagnostics.filter { $0.code == .appearanceDoubtful }
        #expect(told.map(\.page) == [2])
        func words(_ page: Int) throws -> String {
            try run(try Requirement.tool("pdftotext"), "-f", "\(page)", "-l", "\(page)", output, "-").text
        }
        let isText = (try words(1).contains { $0.isLetter }, try words(2).contains { $0.isLetter })
        #expect(isText == (true, false))
    }
}
