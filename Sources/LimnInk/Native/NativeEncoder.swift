// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Writes the body of version 1: title, template, brushes, pages; a page is size, background, layers and strokes; a
/// stroke is brush, layer, count, a set of channels and the channels.
struct NativeEncoder {
    let lossless: Bool
    private var brushIndex: [Brush: Int] = [:]
    private var brushes: [Brush] = []

    init(lossless: Bool) { self.lossless = lossless }

    mutating func write(_ document: InkDocument, into writer: inout ByteWriter) {
        // Strokes come first in time, so that the brushes they use are known; the brushes stand first in the file.
        var pages = ByteWriter()
        pages.count(document.pages.count)
        for page in document.pages { write(page, into: &pages) }
        writer.optionalString(document.title)
        write(document.template, into: &writer)
        writer.count(brushes.count)
        for brush in brushes { write(brush, into: &writer) }
        writer.append(pages)
    }

    private func write(_ template: InkDocument.Template?, into writer: inout ByteWriter) {
        switch template {
        case nil: writer.byte(0)
        case .file(let path):
            writer.byte(1)
            writer.string(path)
        case .attachment(let suffix):
            writer.byte(2)
            writer.string(suffix)
        case .embedded(let bytes):
            writer.byte(3)
            writer.blob(bytes)
        }
    }

    private func write(_ brush: Brush, into writer: inout ByteWriter) {
        writer.byte(UInt8(NativeTables.kinds.firstIndex(of: brush.kind)!))
        writer.byte(UInt8(NativeTables.caps.firstIndex(of: brush.cap)!))
        write(brush.color, into: &writer)
        writer.double(brush.width)
        writer.count(brush.dash.count)
        for length in brush.dash { writer.double(length) }
        writer.byte(brush.fill == nil ? 0 : 1)
        if let fill = brush.fill { writer.double(fill) }
    }

    private func write(_ color: Color, into writer: inout ByteWriter) {
        for part in [color.red, color.green, color.blue, color.alpha] { writer.double(part) }
    }

    private mutating func write(_ page: InkDocument.Page, into writer: inout ByteWriter) {
        writer.byte(page.size == nil ? 0 : 1)
        if let size = page.size {
            writer.double(size.width)
            writer.double(size.height)
        }
        switch page.background {
        case .none: writer.byte(0)
        case .paper(let style, let color):
            writer.byte(1)
            writer.string(style)
            write(color, into: &writer)
        case .pdf(let number):
            writer.byte(2)
            writer.signed(Int64(number))
        case .image(let name):
            writer.byte(3)
            writer.string(name)
        }
        writer.count(page.drawing.layers.count)
        for layer in page.drawing.layers { writer.optionalString(layer.name) }
        writer.count(page.drawing.strokes.count)
        for stroke in page.drawing.strokes { write(stroke, into: &writer) }
    }

    private mutating func write(_ stroke: Stroke, into writer: inout ByteWriter) {
        let index = brushIndex[stroke.brush] ?? brushes.count
        if index == brushes.count {
            brushes.append(stroke.brush)
            brushIndex[stroke.brush] = index
        }
        writer.count(index)
        writer.signed(Int64(stroke.layer))
        let points = stroke.points
        writer.count(points.count)
        var set: UInt8 = 0
        for (bit, channel) in NativeTables.channels.enumerated() where points[channel] != nil { set |= 1 << bit }
        writer.byte(set)
        func channel(_ values: [Double], _ quantum: Double, constant: Bool = true) {
            ChannelCoding.encode(
                values, quantum: quantum, lossless: lossless, allowConstant: constant, into: &writer)
        }
        // Positions are never stored as one constant: their bytes bound the number of points.
        channel(points.positions.map { $0.x }, NativeTables.lengthQuantum, constant: false)
        channel(points.positions.map { $0.y }, NativeTables.lengthQuantum, constant: false)
        channel(points.widths, NativeTables.lengthQuantum)
        for name in NativeTables.channels {
            if let values = points[name] { channel(values, NativeTables.quantum(name)) }
        }
    }
}
