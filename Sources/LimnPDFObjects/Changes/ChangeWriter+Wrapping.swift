// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// Moves a page's own content into a form if engines disagree about what it leaves open. Returns nil if this is not
    /// necessary or not possible.
    ///
    /// Behind a form, every engine continues in the graphics state from before it, whatever the form leaves open and wherever
    /// poppler stopped in it. Every viewer therefore shows the page as before, with the additions on top.
    ///
    /// - Parameter clip: the rectangle in user space to which the content is clipped; nil for the MediaBox.
    ///
    /// Marked content of a tagged page must stay in the page's own streams, so tagged pages are not wrapped.
    mutating func wrapped(
        _ content: PageContent, of leaf: PageTree.Leaf, clip: Rect? = nil
    ) throws(PDFObjectsError) -> ResourceAddition? {
        guard content.scan.isReadDifferently, !isTagged, content.data.allSatisfy({ $0 != nil }) else { return nil }
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
        let box = clip ?? leaf.geometry.mediaBox
        let form = try sink.add(
            stream: StreamData(data),
            [
                ("/Type", .text("/XObject")), ("/Subtype", .text("/Form")),
                ("/BBox", .rect(box)),
                ("/Resources", resources.map { .object($0) } ?? .text("<<>>")),
            ])
        return ResourceAddition("/XObject", "/LimnPage", .reference(form))
    }
}
