// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Paints an overlay over a page.
    ///
    /// Only the page's /Contents and /Resources change, and they are replaced by copies: other pages that share them
    /// stay as they are. What the old content leaves open is closed, and `Q` operators that restore more than was
    /// saved are blanked in a copy, so that the overlay lies where its matrix says. In a tagged document it is marked
    /// as an artifact. Several overlays lie over one another in the order in which they were added.
    ///
    /// After a throw the page looks as before.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
    public func addOverlay(_ overlay: PageOverlay, toPage index: Int) throws(PDFObjectsError) {
        let leaf = try tree.leaf(at: index)
        let content = PageContent(page: leaf.page)
        notes += content.notes.map { "Page \(index + 1): \($0)" }

        let form = try overlay.makeForm(in: file)
        let (resources, names) = try resources(of: leaf, adding: [.init("/XObject", "/LimnInk", form)])
        let contents = try ownContents(content)
        let suffix = content.suffix(painting: names, isTagged: try file.root()["/StructTreeRoot"] != nil)
        try contents.append(try file.newStream(suffix))

        try tree.isolate(leaf)
        // Neither of these can fail on a dictionary, short of memory.
        try leaf.page.set("/Resources", resources)
        try leaf.page.set("/Contents", contents)
        if !overlay.graphicsStates.isEmpty { minimumVersion = "1.4" }
    }

    /// A page's own streams, mended where they must be, as a new array behind which more can go.
    func ownContents(_ content: PageContent) throws(PDFObjectsError) -> PDFObject {
        let contents = try file.newArray()
        let streams = content.cleanStreams()
        if !streams.isEmpty { try contents.append(try prefix()) }
        for stream in streams {
            switch stream {
            case .original(let stream): try contents.append(stream)
            case .changed(let data): try contents.append(try file.newCompressedStream(data))
            }
        }
        return contents
    }

    /// The stream that saves the state before the page's own content; all pages share it.
    private func prefix() throws(PDFObjectsError) -> PDFObject {
        if let overlayPrefix { return overlayPrefix }
        let stream = try file.newStream(Array("q\n".utf8))
        overlayPrefix = stream
        return stream
    }
}
