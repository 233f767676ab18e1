// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The mask of an image.
struct Masking {
    private enum Mask {
        case none
        /// A soft mask or a stencil mask, as an image of any size. A soft mask contains the opacity of each pixel; a
        /// stencil mask is opaque where it is 0.
        case picture(ImageSamples, isStencil: Bool)
        /// A color key mask. Pixels whose components are all in these ranges are transparent.
        case key([ClosedRange<Int>], ImageSamples)
    }

    private let mask: Mask
    private let width: Int
    private let height: Int

    init(
        _ image: PDFObject, _ samples: ImageSamples, pixelLimit: Int, _ budget: inout AnnotationBudget
    ) throws(FoundPicture.Unreadable) {
        (width, height) = (samples.width, samples.height)
        if let soft = image["/SMask"], soft.isStream {
            mask = .picture(try Self.gray(soft, pixelLimit, &budget), isStencil: false)
        } else if let stencil = image["/Mask"], stencil.isStream {
            mask = .picture(try Self.gray(stencil, pixelLimit, &budget), isStencil: true)
        } else if let numbers = image["/Mask"]?.numbers(2 * samples.space.componentCount) {
            mask = .key(
                stride(from: 0, to: numbers.count, by: 2).map { place in
                    let (low, high) = (Int(clamping: numbers[place]), Int(clamping: numbers[place + 1]))
                    return min(low, high)...max(low, high)
                }, samples)
        } else {
            mask = .none
        }
    }

    private static func gray(
        _ image: PDFObject, _ pixelLimit: Int, _ budget: inout AnnotationBudget
    ) throws(FoundPicture.Unreadable) -> ImageSamples {
        let samples = try ImageSamples(image, pixelLimit: pixelLimit, &budget)
        guard case .gray = samples.space else { throw FoundPicture.Unreadable("shows a picture with a damaged mask") }
        return samples
    }

    /// Writes the mask into the alpha of the pixels.
    func apply(to rgba: inout [UInt8]) {
        switch mask {
        case .none: break
        case .picture(let samples, let isStencil):
            for y in 0..<height {
                let row = y * samples.height / height
                for x in 0..<width {
                    let value = samples.value(x * samples.width / width, row, 0)
                    rgba[(y * width + x) * 4 + 3] = UInt8(clamping: isStencil ? 255 - value : value)
                }
            }
        case .key(let ranges, let samples):
            for y in 0..<height {
                for x in 0..<width where ranges.indices.allSatisfy({ ranges[$0].contains(samples.raw(x, y, $0)) }) {
                    rgba[(y * width + x) * 4 + 3] = 0
                }
            }
        }
    }
}
