// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// Returns the new /Contents and /Resources of a page with overlays.
    ///
    /// Structures that the page's own content leaves open are closed, and unmatched `Q` operators are replaced by
    /// spaces in a copy. An overlay's matrix alone therefore determines its place. In a tagged document, the tagged parts of
    /// overlays get structure elements; overlays without such parts are marked as artifacts.
    mutating func content(
        of leaf: PageTree.Leaf, index: Int, page: ObjectID, under overlays: [PageOverlay]
    ) throws(PDFObjectsError) -> [PDFEdit] {
        let content = PageContent(page: leaf.page)
        notes += content.notes.map { "Page \(index + 1): \($0)" }
        // Beyond its old boxes, a page that grows may have content that was never visible.
        let clip = record.frames[index] == nil ? nil : leaf.geometry.displayBox
        let wrapped = try wrapped(content, of: leaf, clip: clip)
        var contents = wrapped == nil ? try ownContents(content, clip: clip) : []
        var forms: [ObjectID] = []
        for overlay in overlays {
            var entries = overlay.formEntries + [("/Resources", try resources(of: overlay))]
            let key = overlay.tags.isEmpty ? nil : structure?.takeKey()
            if let key { entries.append(("/StructParents", .text("\(key)"))) }
            let form = try sink.add(stream: overlay.stored ?? StreamData(overlay.content), entries)
            forms.append(form)
            if let key { try tag(overlay.tags, of: form, key: key, on: page, index: index) }
        }
        let additions = forms.map { ResourceAddition("/XObject", "/LimnInk", .reference($0)) }
        let (resources, names) = try resources(of: leaf, adding: additions + (wrapped.map { [$0] } ?? []))
        record.forms[index] = Array(zip(names, forms))
        let suffix = content.suffix(
            painting: zip(names, overlays).map {
                (name: $0, isArtifact: isTagged && (structure == nil || $1.tags.isEmpty))
            },
            wrapped: wrapped == nil ? nil : names.last)
        contents.append(.reference(try sink.add(stream: suffix)))
        return [("/Resources", resources), ("/Contents", .array(contents))]
    }

    /// Returns a page's own streams, repaired if necessary. A `q` before them saves the graphics state, which the
    /// operators of ``PageContent/suffix`` restore.
    ///
    /// - Parameter clip: the rectangle in user space to which the streams are clipped; nil for no clip.
    mutating func ownContents(_ content: PageContent, clip: Rect? = nil) throws(PDFObjectsError) -> [PDFValue] {
        var contents: [PDFValue] = []
        for stream in content.cleanStreams() {
            switch stream {
            case .original(let stream): contents.append(.object(stream))
            case .changed(let data): contents.append(.reference(try sink.add(stream: data)))
            }
        }
        if contents.isEmpty { return [] }
        if let clip {
            let numbers = [clip.minX, clip.minY, clip.width, clip.height].map { decimal($0) }.joined(separator: " ")
            let saves = String(repeating: " q", count: content.scan.saveCount - 1)
            contents.insert(.reference(try sink.add(stream: Array("q \(numbers) re W n\(saves)\n".utf8))), at: 0)
        } else if content.scan.saveCount > 1 {
            let saves = String(repeating: "q\n", count: content.scan.saveCount)
            contents.insert(.reference(try sink.add(stream: Array(saves.utf8))), at: 0)
        } else {
            contents.insert(.reference(try prefix()), at: 0)
        }
        return contents
    }

    /// Returns the stream that saves the graphics state before the page's own content.
    private mutating func prefix() throws(PDFObjectsError) -> ObjectID {
        if let prefix = shared.prefix { return prefix }
        let id = try sink.add(stream: Array("q\n".utf8))
        shared.prefix = id
        return id
    }
}
