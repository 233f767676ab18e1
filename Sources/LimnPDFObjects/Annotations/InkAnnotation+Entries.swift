// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension InkAnnotation {
    /// The entries of its dictionary besides /NM, /P, /AP and /AF, as keys and text; none is a reference.
    var entries: [(key: String, value: String)] {
        let style = dash.isEmpty ? "/S/S" : "/S/D/D[\(dash.map { decimal($0) }.joined(separator: " "))]"
        var entries = [
            ("/Type", "/Annot"), ("/Subtype", "/Ink"),
            (
                "/Rect",
                "[" + [rect.minX, rect.minY, rect.maxX, rect.maxY].map { decimal($0) }.joined(separator: " ") + "]"
            ),
            ("/InkList", "[" + lines.map { text($0) }.joined() + "]"),
            ("/C", "[" + [color.red, color.green, color.blue].map { short($0, 3) }.joined(separator: " ") + "]"),
            ("/BS", "<</Type/Border/W \(short(borderWidth, 3))\(style)>>"),
            // Printed, and neither hidden nor locked.
            ("/F", "4"),
            ("/Contents", String(decoding: PDFText.string(contents), as: UTF8.self)),
        ]
        if opacity < 1 { entries.append(("/CA", short(max(0, opacity), 3))) }
        return entries
    }

    /// A name for /NM that hardly any other annotation has.
    ///
    /// - Parameters:
    ///   - page: the page, from 0.
    ///   - place: the annotation's place among those that are added to the page.
    func name(page: Int, place: Int) -> String {
        var hash = ContentHash128()
        for entry in entries { hash.add(entry.value.utf8) }
        hash.add(appearance.content)
        hash.add("\(page) \(place)".utf8)
        return "limn-" + String(decoding: hash.text.dropFirst().prefix(16), as: UTF8.self)
    }

    /// A line's coordinates; a single point is written twice, as lines have two ends.
    private func text(_ line: [Point]) -> String {
        let points = line.count == 1 ? line + line : line
        return "[" + points.map { short($0.x, decimals) + " " + short($0.y, decimals) }.joined(separator: " ") + "]"
    }
}

/// A number as ``decimal(_:)`` writes it, with at most some places.
private func short(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(0, min(6, places)) { scale *= 10 }
    return decimal((value * scale).rounded() / scale)
}

extension PDFText {
    /// A text string (ISO 32000-2, 7.9.2.2): ASCII as it is, everything else as UTF-16.
    static func string(_ text: String) -> PDFText {
        guard text.utf8.allSatisfy({ (32...126).contains($0) }) else {
            return hexadecimal([0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
        }
        return string(bytes: Array(text.utf8))
    }

    /// A byte string.
    static func string(bytes: [UInt8]) -> PDFText {
        guard bytes.allSatisfy({ (32...126).contains($0) }) else { return hexadecimal(bytes) }
        let special = PDFText("()\\".utf8)
        return [UInt8(ascii: "(")] + bytes.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            + [UInt8(ascii: ")")]
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> PDFText {
        [UInt8(ascii: "<")] + bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }
            + [UInt8(ascii: ">")]
    }
}
