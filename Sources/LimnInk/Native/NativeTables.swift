// SPDX-License-Identifier: Apache-2.0

/// The numbers of version 1 behind names; they never change.
enum NativeTables {
    static let kinds: [Brush.Kind] = [.pen, .highlighter, .whiteout]
    static let caps: [Brush.Cap] = [.round, .butt, .square]
    static let channels: [StrokePoints.Channel] = [.pressure, .altitude, .azimuth, .opacity, .time]

    static let lengthQuantum = 1.0 / 256
    static func quantum(_ channel: StrokePoints.Channel) -> Double { channel == .time ? 1.0 / 1000 : 1.0 / 4096 }
}

extension InkDocument {
    /// - Throws: `invalidValue` for the first value that no format can hold.
    func validate() throws(InkError) {
        for (pageIndex, page) in pages.enumerated() {
            for (strokeIndex, stroke) in page.drawing.strokes.enumerated() where !stroke.isStorable {
                throw InkError(
                    .invalidValue,
                    "Stroke \(strokeIndex + 1) of page \(pageIndex + 1) holds a value that is not finite or a negative width."
                )
            }
        }
    }
}

extension Stroke {
    var isStorable: Bool {
        points.isValid && brush.width.isFinite && brush.width >= 0 && brush.dash.allSatisfy(\.isFinite)
            && (brush.fill ?? 0).isFinite
    }
}
