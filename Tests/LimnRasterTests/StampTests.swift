// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures
import LimnRaster
import Testing
import TestSupport

@Suite struct StampTests {
    @Test(arguments: [
        (PictureFormat.png, false), (.png, true), (.jpeg, false), (.webp, false), (.webp, true), (.ppm, false),
    ])
    func `A stamp is near the start of the file and changes no pixel`(format: PictureFormat, hasAlpha: Bool) throws {
        let buffer = try PixelBuffer(width: 37, height: 23, hasAlpha: hasAlpha)
        for y in 0..<23 {
            for x in 0..<37 { buffer[x, y] = (blue: 90, green: UInt8(y * 11), red: UInt8(x * 6), alpha: 255) }
        }
        var encoder = PictureEncoder(format)
        let plain = try encoder.encode(buffer)
        encoder.stamp = "0123456789abcdef 37x23"
        let stamped = try encoder.encode(buffer)
        #expect(stamped.prefix(200).firstRange(of: Array("0123456789abcdef 37x23".utf8)) != nil)
        let folder = try TemporaryFolder()
        let paths = [try folder.write(plain, "plain"), try folder.write(stamped, "stamped")]
        #expect(try python("same_pixels", paths[0], paths[1]) == "same\n")
    }
}
