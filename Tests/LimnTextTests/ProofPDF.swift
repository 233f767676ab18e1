// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnText

/// A PDF of one page that shows a set text: with embedded subsets, or as filled outlines.
struct ProofPDF {
    private var objects: [[UInt8]] = []

    /// The file.
    var bytes: [UInt8] { Self.file(objects) }

    init(_ set: SetText, asOutlines: Bool = false) throws {
        let height = set.size.height + 20
        var content = "1 0 0 -1 10 \(height - 10) cm\n"
        var resources = ""
        objects = [
            Array("<</Type/Catalog/Pages 2 0 R>>".utf8), Array("<</Type/Pages/Kids[3 0 R]/Count 1>>".utf8), [], [],
        ]
        if asOutlines {
            for run in set.runs { content += Self.fill(run.outline ?? Path()) }
        } else {
            for (number, use) in FontUse.all(in: set.runs).enumerated() {
                let subset = try FontSubset(use)
                content += Self.text(set.runs.filter { $0.face == use.face }, use, subset, font: "F\(number)")
                resources += "/F\(number) \(add(subset)) 0 R"
            }
        }
        let page =
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(set.size.width + 20) \(height)]/Contents 4 0 R"
            + "/Resources<</Font<<\(resources)>>>>>>"
        objects[2] = Array(page.utf8)
        objects[3] = Self.stream("", Array(content.utf8))
    }

    private static func fill(_ path: Path) -> String {
        path.elements.map { element in
            switch element {
            case .move(let p): "\(p.x) \(p.y) m\n"
            case .line(let p): "\(p.x) \(p.y) l\n"
            case .cubic(let a, let b, let c): "\(a.x) \(a.y) \(b.x) \(b.y) \(c.x) \(c.y) c\n"
            case .close: "h\n"
            }
        }.joined() + "f\n"
    }

    private static func text(_ runs: [GlyphRun], _ use: FontUse, _ subset: FontSubset, font: String) -> String {
        var content = "BT\n"
        for run in runs {
            content += "/\(font) \(run.size) Tf\n"
            for cluster in run.clusters {
                let needsText = use.needsActualText(cluster, in: run)
                if needsText { content += "/Span<</ActualText<feff\(hex(cluster.text))>>>BDC\n" }
                for glyph in run.glyphs[cluster.glyphs] {
                    let code = String(subset.codes[glyph.id]!, radix: 16)
                    content += "1 0 0 -1 \(glyph.origin.x) \(glyph.origin.y) Tm<\(pad(code))>Tj\n"
                }
                if needsText { content += "EMC\n" }
            }
        }
        return content + "ET\n"
    }

    private mutating func add(_ subset: FontSubset) -> Int {
        let isTrueType = subset.format == .trueType
        let entry = isTrueType ? "/Length1 \(subset.program.count)" : "/Subtype/CIDFontType0C"
        let file = append(Self.stream(entry, subset.program))
        let face = subset.face
        let box = face.boundingBox
        let corners = [box.minX, box.minY, box.maxX, box.maxY].map { "\($0 * 1000)" }.joined(separator: " ")
        let heights =
            "/Ascent \(face.ascent * 1000)/Descent \(face.descent * 1000)/CapHeight \(face.capHeight * 1000)"
        let descriptor = append(
            "<</Type/FontDescriptor/FontName/\(subset.name)/Flags 4/FontBBox[\(corners)]/ItalicAngle 0"
                + "\(heights)/StemV 80/\(isTrueType ? "FontFile2" : "FontFile3") \(file) 0 R>>")
        let widths = subset.widths.sorted { $0.key < $1.key }.map { "\($0.key)[\($0.value)]" }.joined()
        let descendant = append(
            "<</Type/Font/Subtype/\(isTrueType ? "CIDFontType2/CIDToGIDMap/Identity" : "CIDFontType0")"
                + "/BaseFont/\(subset.name)/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
                + "/W[\(widths)]/FontDescriptor \(descriptor) 0 R>>")
        let pairs = subset.texts.sorted { $0.key < $1.key }
        let lines = pairs.map { "<\(Self.pad(String($0.key, radix: 16)))> <\(Self.hex($0.value))>\n" }.joined()
        let map =
            "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/X def/CMapType 2 def "
            + "1 begincodespacerange<0000><ffff>endcodespacerange "
            + "\(pairs.count) beginbfchar\n\(lines)endbfchar endcmap end end"
        let unicode = append(Self.stream("", Array(map.utf8)))
        return append(
            "<</Type/Font/Subtype/Type0/BaseFont/\(subset.name)/Encoding/Identity-H"
                + "/DescendantFonts[\(descendant) 0 R]/ToUnicode \(unicode) 0 R>>")
    }

    private mutating func append(_ object: String) -> Int { append(Array(object.utf8)) }

    private mutating func append(_ object: [UInt8]) -> Int {
        objects.append(object)
        return objects.count
    }

    private static func stream(_ entries: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("<</Length \(bytes.count)\(entries)>>stream\n".utf8) + bytes + Array("\nendstream".utf8)
    }

    private static func hex(_ text: String) -> String { text.utf16.map { pad(String($0, radix: 16)) }.joined() }
    private static func pad(_ digits: String) -> String { String(repeating: "0", count: 4 - digits.count) + digits }

    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var file = Array("%PDF-1.7\n".utf8)
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(file.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let count = objects.count + 1
        let end = "xref\n0 \(count)\n\(table)trailer<</Size \(count)/Root 1 0 R>>\nstartxref\n\(file.count)\n%%EOF\n"
        return file + Array(end.utf8)
    }
}
