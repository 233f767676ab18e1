// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures
internal import Foundation
internal import LimnPDFRendering
internal import LimnRaster

/// Encodes the first pages of a PDF at 150 dpi, with Limn's encoder and with cairo's.
func measureEncoding(of file: String, name: String, pages: Int = 4, runs: Int = 7) throws {
    let document = try PDFDocument(path: file)
    let numbers = 1...min(pages, document.pageCount)
    let pictures = try numbers.map { try document.page($0).render(.dpi(150)) }
    let encoder = PNGEncoder(dpi: 150)
    var sizes = [0, 0]
    let times = try medians(
        runs: runs,
        [
            { sizes[0] = try pictures.reduce(0) { $0 + (try encoder.encode($1)).count } },
            { sizes[1] = pictures.reduce(0) { $0 + cairoPNG($1).count } },
        ])
    let job = "encode \(name) as PNG, pages: \(pictures.count)"
    for (index, program) in ["limn", "cairo_surface_write_to_png"].enumerated() {
        try Report(job: job, program: program, seconds: times[index], bytes: sizes[index]).print()
    }
}
