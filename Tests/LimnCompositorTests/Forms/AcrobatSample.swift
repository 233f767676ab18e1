// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import LimnGeometry
import LimnInk

@testable import LimnPDFObjects

/// A widget of a real document whose appearance Acrobat wrote, and what would draw it again.
struct AcrobatSample {
    let file: String
    let number: Int
    let request: FieldRequest
    /// The content that Acrobat wrote.
    let content: [UInt8]

    /// The samples in a document; none where it cannot be opened.
    static func all(in file: URL) -> [AcrobatSample] {
        guard let data = try? Data(contentsOf: file), let document = try? ObjectDocument(bytes: Array(data)),
            let root = try? document.file.root(), let form = root["/AcroForm"],
            // The engine of XFA forms has rules of its own, also where a form is saved without them.
            form["/XFA"] == nil, !isDesigners(document)
        else { return [] }
        var fonts = FieldFonts(root: root)
        var samples: [AcrobatSample] = []
        for number in 1..<20_000 {
            guard let widget = try? document.file.object(ObjectID(number: CInt(number), generation: 0)),
                widget.isDictionary, widget["/Subtype"]?.isName("/Widget") == true,
                let stream = widget["/AP"]?["/N"], stream.isStream,
                let content = (try? stream.decodedData()) ?? nil, isAcrobats(content),
                var look = WidgetLook(widget, form: form, fonts: &fonts),
                let shown = shownContent(of: widget, look, MarkedStream(content))
            else { continue }
            fit(&look, to: stream)
            samples.append(
                AcrobatSample(
                    file: file.lastPathComponent, number: number, request: FieldRequest(look, shown), content: content))
        }
        return samples
    }

    /// Gives the look the size that the widget had when Acrobat drew it; some were resized since.
    private static func fit(_ look: inout WidgetLook, to stream: PDFObject) {
        let box = stream["/BBox"]?.items.compactMap(\.number) ?? []
        guard look.kept == nil, box.count == 4 else { return }
        let size = Size(width: box[2] - box[0], height: box[3] - box[1])
        look.size = look.rotation % 180 == 0 ? size : Size(width: size.height, height: size.width)
    }

    private static func isDesigners(_ document: ObjectDocument) -> Bool {
        let producer = (try? document.file.trailer())?["/Info"]?["/Producer"]?.text
        return producer?.contains("Designer") ?? false
    }

    /// Acrobat alone puts a blank behind `BMC`.
    private static func isAcrobats(_ content: [UInt8]) -> Bool {
        let text = String(decoding: content, as: UTF8.self)
        return text.contains("/Tx BMC \nq\n") && text.contains(") Tj")
    }

    private static func inherited(_ key: String, _ widget: PDFObject) -> PDFObject? {
        var node: PDFObject? = widget
        for _ in 0..<20 {
            if let value = node?[key] { return value }
            node = node?["/Parent"]
        }
        return nil
    }

    /// What Acrobat drew; nil where the value tells something else, such as an older one.
    private static func shownContent(of widget: PDFObject, _ look: WidgetLook, _ stream: MarkedStream) -> FieldContent?
    {
        let flags = inherited("/Ff", widget)?.int ?? 0
        let shown = stream.pieces.map { text($0.string, look) }.joined()
        switch inherited("/FT", widget)?.name {
        // Rich text has fonts and sizes of its own.
        case "Tx" where flags & 1 << 25 != 0 && inherited("/RV", widget) != nil: return nil
        case "Tx":
            if flags & 1 << 24 != 0, let cells = inherited("/MaxLen", widget)?.int, cells > 0 {
                return .comb(shown, cells: cells)
            }
            guard flags & 1 << 12 != 0 else { return .line(shown) }
            guard let value = inherited("/V", widget)?.text, plain(value) == plain(shown) else { return nil }
            return .lines(value)
        case "Ch" where flags & 1 << 17 != 0: return .combo(shown)
        case "Ch":
            let options = inherited("/Opt", widget)?.items ?? []
            let rows = options.map { $0.text ?? $0.item(1)?.text ?? "" }
            let exported = options.map { $0.text ?? $0.item(0)?.text ?? "" }
            let value = inherited("/V", widget)
            let values = value?.text.map { [$0] } ?? value?.items.compactMap(\.text) ?? []
            let chosen = exported.indices.filter { values.contains(exported[$0]) || values.contains(rows[$0]) }
            return .list(rows, chosen: Set(chosen), top: inherited("/TI", widget)?.int)
        default: return nil
        }
    }

    private static func text(_ string: [UInt8], _ look: WidgetLook) -> String {
        let scalars = Dictionary(look.font.codes.map { ($1, $0) }) { min($0, $1) }
        return String(String.UnicodeScalarView(string.map { scalars[UInt16($0)] ?? "\u{fffd}" }))
    }

    private static func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
