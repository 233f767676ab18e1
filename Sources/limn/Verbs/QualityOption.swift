// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnPictures

/// What `--quality` takes: how much a lossy format keeps, or how carefully pages are drawn.
enum QualityOption: ExpressibleByArgument {
    case kept(Int)
    case drawn(RenderQuality)

    init?(argument: String) {
        if let quality = RenderQuality(rawValue: argument) {
            self = .drawn(quality)
        } else if let number = Int(argument) {
            self = .kept(number)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { RenderQuality.allCases.map(\.rawValue) + ["1…100"] }
}

extension [QualityOption] {
    /// How much a lossy format keeps; nil where nothing is said of it.
    var kept: Int? { compactMap { if case .kept(let number) = $0 { number } else { nil } }.last }
    /// How carefully pages are drawn.
    var drawn: RenderQuality {
        compactMap { if case .drawn(let quality) = $0 { quality } else { nil } }.last ?? .standard
    }
}
