// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures
internal import Foundation
internal import LimnPDFRendering
internal import LimnRaster

/// Encodes the first pages of a PDF at 150 dpi, with Limn's encoder and with cairo's. Libdeflate compresses the scanlines
/// that Limn's encoder has filtered, which is a part of the work only: filters are no part of its time.
func measureEncoding(of file: String, name: String, pages: Int = 4, runs: Int = 7) throws {
    let document = try PDFDocument(path: file)
    let numbers = 1...min(pages, document.pageCount)
    let pictures = try numbers.map { try document.page($0).render(.dpi(150)) }
    let encoder = PNGEncoder(dpi: 150)
    let scanlines = try pictures.map { picture in
        DeflatePeer.scanlines(
            of: try encoder.encode(picture), limit: picture.height * (picture.width * 4 + 1))
    }
    let levels: [Int32] = [1, 3, 6, 9]
    var sizes = [Int](repeating: 0, count: 2 + levels.count)
    var ways: [() throws -> Void] = [
        { sizes[0] = try pictures.reduce(0) { $0 + (try encoder.encode($1)).count } },
        { sizes[1] = pictures.reduce(0) { $0 + cairoPNG($1).count } },
    ]
    for (index, level) in levels.enumerated() {
        let peer = DeflatePeer(level: level)
        ways.append { sizes[2 + index] = scanlines.reduce(0) { $0 + peer.size(of: $1) } }
    }
    let times = try medians(runs: runs, ways)
    let programs = ["limn", "cairo_surface_write_to_png"] + levels.map { "libdeflate level \($0), filtered scanlines" }
    let job = "encode \(name) as PNG, pages: \(pictures.count)"
    for (index, program) in programs.enumerated() {
        try Report(job: job, program: program, seconds: times[index], bytes: sizes[index]).print()
    }
}
