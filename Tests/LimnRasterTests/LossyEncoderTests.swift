// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures
import LimnRaster
import Testing
import TestSupport

@Suite struct LossyEncoderTests {
    /// Eight colors in squares of 32 pixels, as red, green, blue.
    static let colors: [[UInt8]] = [
        [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [255, 200, 0], [90, 60, 200],
        [128, 128, 128],
    ]

    static func squares(alpha: UInt8? = nil) throws -> PixelBuffer {
        try picture(256, 70, alpha: alpha != nil) { x, _ in
            let color = colors[x / 32].map { UInt8(Int($0) * Int(alpha ?? 255) / 255) }
            return (color[2], color[1], color[0], alpha ?? 17)  // without alpha the fourth byte means nothing
        }
    }

    @Test(arguments: [PictureFormat.jpeg, .webp], [40, 85, 95])
    func `Flat colors are decoded within a few levels`(format: PictureFormat, quality: Int) throws {
        let decoded = try DecodedPicture(try PictureEncoder(format, quality: quality).encode(try Self.squares()))
        #expect(decoded.format == format.name.uppercased())
        #expect((decoded.mode, decoded.width, decoded.height) == ("RGB", 256, 70))
        for (index, color) in Self.colors.enumerated() {
            for (got, wanted) in zip(decoded[32 * index + 16, 35], color) {
                #expect(abs(got - Int(wanted)) <= (quality == 40 ? 8 : 4), "square \(index)")
            }
        }
    }

    @Test func `A gray picture becomes a gray JPEG`() throws {
        let buffer = try picture(301, 97) { x, y in
            let v = UInt8(min(255, x / 2 + y))
            return (v, v, v, 3)
        }
        let decoded = try DecodedPicture(try JPEGEncoder(quality: 95).encode(buffer))
        #expect((decoded.mode, decoded.width, decoded.height) == ("L", 301, 97))
        let worst = zip(decoded.bytes, (0..<97).flatMap { y in (0..<301).map { buffer[$0, y].red } })
            .map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(worst) <= 6)
    }

    /// The edge of a red letter: with chroma subsampling the first white pixel turns pink.
    @Test func `At quality 90 and above a JPEG has no chroma subsampling`() throws {
        func spread(_ quality: Int) throws -> Int {
            let buffer = try picture(64, 16) { x, _ in x == 33 ? (0, 0, 255, 0) : (255, 255, 255, 0) }
            let decoded = try DecodedPicture(try JPEGEncoder(quality: quality).encode(buffer))
            let pixel = decoded[33, 8]
            return pixel[0] - pixel[1]
        }
        #expect(try spread(90) > 200)
        #expect(try spread(89) < 200)
    }

    @Test func `WebP keeps alpha exactly and stores unpremultiplied colors`() throws {
        for alpha in [UInt8](arrayLiteral: 0, 1, 128, 254) {
            let file = try WebPEncoder(quality: 95).encode(try Self.squares(alpha: alpha))
            let decoded = try DecodedPicture(file)
            #expect(decoded.mode == "RGBA")
            for (index, color) in Self.colors.enumerated() {
                let pixel = decoded[32 * index + 16, 35]
                #expect(pixel[3] == Int(alpha))
                guard alpha >= 128 else { continue }
                for (got, wanted) in zip(pixel, color) { #expect(abs(got - Int(wanted)) <= 5, "square \(index)") }
            }
        }
    }

    @Test func `JPEG refuses a picture with alpha`() throws {
        let error = #expect(throws: RasterError.self) { try JPEGEncoder().encode(try Self.squares(alpha: 9)) }
        #expect(error?.code == .hasAlpha)
    }

    @Test func `A JPEG states its resolution when it has one`() throws {
        for color in [UInt8](arrayLiteral: 0, 200) {
            let buffer = try picture(9, 9) { _, _ in (0, 0, color, 0) }
            #expect(try DecodedPicture(try JPEGEncoder(dpi: 149.6).encode(buffer)).dpi == 150)
            #expect(try DecodedPicture(try JPEGEncoder(dpi: 600).encode(buffer)).dpi == 600)
            for none in [nil, 0, -3, 0.2, .nan, .infinity, 1e12] {
                #expect(try DecodedPicture(try JPEGEncoder(dpi: none).encode(buffer)).dpi == nil)
            }
        }
    }

    @Test(arguments: PictureFormat.allCases)
    func `The longest side of each format can be encoded; one pixel more cannot`(format: PictureFormat) throws {
        let side = format.sides.upperBound
        let decoded = try DecodedPicture(
            try PictureEncoder(format).encode(try PixelBuffer(width: side, height: 2, hasAlpha: false)))
        #expect((decoded.width, decoded.height) == (side, 2))
        try format.check(width: 1, height: side)
        let error = #expect(throws: RasterError.self) { try format.check(width: side + 1, height: 2) }
        #expect(error?.code == .unsupportedSize)
        #expect(error?.description.contains("1 to \(side) pixels") == true)
        guard let longer = try? PixelBuffer(width: 2, height: side + 1, hasAlpha: false) else { return }
        #expect(throws: RasterError.self) { try PictureEncoder(format).encode(longer) }
    }

    @Test(arguments: PictureFormat.allCases)
    func `A picture of one pixel can be encoded`(format: PictureFormat) throws {
        let decoded = try DecodedPicture(
            try PictureEncoder(format).encode(try PixelBuffer(width: 1, height: 1, hasAlpha: false)))
        #expect((decoded.width, decoded.height) == (1, 1))
        #expect(decoded[0, 0][0] <= 2)
    }

    @Test(arguments: [PictureFormat.jpeg, .webp])
    func `Higher quality takes more bytes and is more exact, and the output is deterministic`(
        format: PictureFormat
    ) throws {
        var noise = Noise()
        let values = (0..<64 * 32).map { _ in UInt8.random(in: 100...150, using: &noise) }
        // Luma varies from pixel to pixel but chroma slowly, so chroma subsampling loses little.
        let buffer = try picture(64, 32) { x, y in
            let v = values[64 * y + x]
            return (v + UInt8(x), v, v, 0)
        }
        func encoded(_ quality: Int) throws -> [UInt8] { try PictureEncoder(format, quality: quality).encode(buffer) }
        func error(_ file: [UInt8]) throws -> Int {
            let green = try DecodedPicture(file).bytes.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
            return zip(green, values).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        }
        let files = try [1, 50, 85, 100].map(encoded)
        #expect(try files == [1, 50, 85, 100].map(encoded))
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count })
        let errors = try files.map(error)
        #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test func `The file extension determines the format`() {
        let endings = ["png", "PNG", "jpg", "jpeg", "JPG", "webp", "WebP", "ppm", "gif", "", "pdf"]
        #expect(
            endings.map { PictureFormat(fileExtension: $0) } == [
                .png, .png, .jpeg, .jpeg, .jpeg, .webp, .webp, .ppm, nil, nil, nil,
            ])
        #expect(PictureFormat.allCases.map(\.fileExtension) == ["png", "jpg", "webp", "ppm"])
    }
}
