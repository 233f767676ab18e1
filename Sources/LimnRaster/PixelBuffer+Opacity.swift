// SPDX-License-Identifier: GPL-3.0-or-later

extension PixelBuffer {
    /// Returns the straight (not premultiplied) colors and the opacity as separate pictures.
    ///
    /// The opacity is a gray picture in which white is opaque; it is nil if every pixel is opaque. Fully transparent
    /// pixels become black. If this buffer has no alpha, it is returned itself.
    ///
    /// - Throws: `outOfMemory`.
    package func separated() throws(RasterError) -> (colors: PixelBuffer, opacity: PixelBuffer?) {
        guard hasAlpha else { return (self, nil) }
        let colors = try PixelBuffer(width: width, height: height, hasAlpha: false)
        let opacity = try PixelBuffer(width: width, height: height, hasAlpha: false)
        var lowest: UInt32 = 255
        for y in 0..<height {
            let source = row(y)
            let color = (colors.base + y * stride).assumingMemoryBound(to: UInt32.self)
            let gray = (opacity.base + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                color[x] = PixelLayout.straight(source[x])
                let alpha = source[x] &>> 24
                lowest = min(lowest, alpha)
                gray[x] = alpha &* 0x01_0101
            }
        }
        return (colors, lowest == 255 ? nil : opacity)
    }
}
