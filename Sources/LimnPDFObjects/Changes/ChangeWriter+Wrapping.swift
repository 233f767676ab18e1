// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// A page's own content as a form, where poppler would stop within it and never reach what stands behind.
    ///
    /// Poppler ends a content stream at an operator with too few operands, but only the stream that the operator is in:
    /// behind a form it goes on. So each viewer shows of the page what it showed before, and what is added to it.
    ///
    /// Marked content of a tagged page must stay in the page's own streams; such a page has no such form.
    mutating func wrapped(
        _ content: PageContent, of leaf: PageTree.Leaf
    ) throws(PDFObjectsError) -> ResourceAddition? {
        guard content.scan.stopsPoppler, !isTagged, content.data.allSatisfy({ $0 != nil }) else { return nil }
        var data: [UInt8] = []
        for (stream, original) in zip(content.cleanStreams(), content.data) {
            switch stream {
            case .original: data += original ?? []
            case .changed(let changed): data += changed
            }
            data.append(10)
        }
        data += content.scan.closers
        let resources = leaf.inherited { $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }
        let box = leaf.geometry.mediaBox
        let form = try sink.add(
            stream: StreamData(data),
            [
                ("/Type", .text("/XObject")), ("/Subtype", .text("/Form")),
                ("/BBox", .numbers([box.minX, box.minY, box.maxX, box.maxY])),
                ("/Resources", resources.map { .object($0) } ?? .text("<<>>")),
            ])
        return ResourceAddition("/XObject", "/LimnPage", .reference(form))
    }
}
