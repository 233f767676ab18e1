// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnPictures

/// A value of `--quality`: the quality of a lossy format, from 1 to 100, or the quality of the rendering.
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
    /// The quality of a lossy format; nil if it is not given. The last value applies.
    var kept: Int? { compactMap { if case .kept(let number) = $0 { number } else { nil } }.last }
    /// The quality of the rendering; `standard` if it is not given. The last value applies.
    var drawn: RenderQuality {
        compactMap { if case .drawn(let quality) = $0 { quality } else { nil } }.last ?? .standard
    }
}
