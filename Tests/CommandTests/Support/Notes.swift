// SPDX-License-Identifier: GPL-3.0-or-later

/// Small Xournal++ files.
enum Notes {
    /// A line across the corner of a page.
    static let line = "10 10 60 40"

    /// One page for each text of points, 200 × 100 pt, with the pages of a PDF behind them where one is named.
    static func xopp(
        _ pages: [String] = [line], on pdf: String? = nil, size: (Int, Int) = (200, 100), extra: String = ""
    ) -> [UInt8] {
        var text = "<?xml version=\"1.0\"?>\n<xournal creator=\"test\" fileversion=\"4\">\n"
        for (index, points) in pages.enumerated() {
            let background =
                pdf.map { pdf in
                    "type=\"pdf\" domain=\"absolute\" filename=\"\(pdf)\" pageno=\"\(index + 1)\""
                } ?? "type=\"solid\" color=\"#ffffffff\" style=\"plain\""
            text += "<page width=\"\(size.0)\" height=\"\(size.1)\"><background \(background)/><layer>\(extra)"
            text += "<stroke tool=\"pen\" color=\"#ff0000ff\" width=\"2\">\(points)</stroke></layer></page>\n"
        }
        return Array((text + "</xournal>\n").utf8)
    }
}
