// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage
internal import TestSupport

extension TemporaryFolder {
    /// Writes native ink, every bit of it.
    func write(_ document: InkDocument, _ name: String = "ink.limn") throws -> FilePath {
        FilePath(try write(try NativeInk.encode(document, precision: .lossless), name))
    }

    /// Lays ink over a PDF into a new file of this folder and gives its path.
    func flatten(
        _ template: String, _ ink: FilePath, mode: FlattenRequest.Mode = .overlay, _ name: String? = nil,
        change: (inout FlattenRequest) -> Void = { _ in }
    ) throws -> (file: String, result: FlattenResult) {
        let file = path(name ?? "\(mode).pdf")
        var request = FlattenRequest(template: FilePath(template), ink: ink, output: FilePath(file), for: .everyone)
        request.mode = mode
        change(&request)
        let result = Flattener(request).run()
        guard result.status.isSuccess else { throw NotDone(messages: result.messages) }
        return (file, result)
    }

    struct NotDone: Error, CustomStringConvertible {
        let messages: [String]
        var description: String { messages.joined(separator: " ") }
    }
}

extension Stroke {
    /// A stroke of one width.
    init(_ brush: Brush, _ points: Point...) {
        self.init(brush: brush, points: StrokePoints(points, width: brush.width))
    }
}

extension Color {
    static let red = Color(rgba: 0xff00_00ff)
    static let green = Color(rgba: 0x00ff_00ff)
    static let blue = Color(rgba: 0x0000_ffff)
    static let cyan = Color(rgba: 0x00ff_ffff)
    static let magenta = Color(rgba: 0xff00_ffff)
    static let yellow = Color(rgba: 0xffff_00ff)
}
