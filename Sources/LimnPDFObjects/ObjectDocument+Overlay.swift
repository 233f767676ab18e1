// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a resource dictionary that is direct there and that several pages' copies share.
struct SharedPart: Hashable {
    let holder: ObjectID
    let key: [CChar]
}

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

        let streams = content.cleanStreams()
        let form = try overlay.makeForm(in: file)
        let (resources, name) = try resourcesOfPage(leaf, adding: form)
        let contents = try file.newArray()
        if !streams.isEmpty { try contents.append(try prefix()) }
        for stream in streams {
            switch stream {
            case .original(let stream): try contents.append(stream)
            case .changed(let data): try contents.append(try file.newCompressedStream(data))
            }
        }
        let suffix = content.suffix(painting: [name], isTagged: try file.root()["/StructTreeRoot"] != nil)
        try contents.append(try file.newStream(suffix))

        try tree.isolate(leaf)
        // Neither of these can fail on a dictionary, short of memory.
        try leaf.page.set("/Resources", resources)
        try leaf.page.set("/Contents", contents)
        if !overlay.graphicsStates.isEmpty { minimumVersion = "1.4" }
    }

    /// The stream that saves the state before the page's own content; all pages share it.
    private func prefix() throws(PDFObjectsError) -> PDFObject {
        if let overlayPrefix { return overlayPrefix }
        let stream = try file.newStream(Array("q\n".utf8))
        overlayPrefix = stream
        return stream
    }

    /// A copy of a page's resources that has a form under a new name; the page's are those nearest to it.
    private func resourcesOfPage(
        _ leaf: PageTree.Leaf, adding form: PDFObject
    ) throws(PDFObjectsError) -> (resources: PDFObject, name: String) {
        let found = leaf.inherited { object in
            object["/Resources"].flatMap { $0.isDictionary ? (holder: object, resources: $0) : nil }
        }
        let copy = try file.newDictionary()
        if let found {
            let isOwn = found.holder === leaf.page && !found.resources.isIndirect
            for key in found.resources.keys where key != Self.forms {
                guard let value = found.resources[key] else { continue }
                let holder = found.resources.identity ?? found.holder.identity
                let mayShare = !isOwn && !value.isIndirect && value.isDictionary
                try copy.set(key, mayShare ? try sharedPart(value, key: key, of: holder) : value)
            }
        }
        let old = found?.resources["/XObject"].flatMap { $0.isDictionary ? $0 : nil }
        let forms: PDFObject
        if let old { forms = try old.shallowCopy() } else { forms = try file.newDictionary() }
        var number = 0
        while forms["/LimnInk\(number)"] != nil { number += 1 }
        let name = "/LimnInk\(number)"
        try forms.set(name, form)
        try copy.set("/XObject", forms)
        return (copy, name)
    }

    private static let forms = Array("/XObject".utf8CString)

    /// One copy for all pages of a direct dictionary in shared resources, which can be large.
    private func sharedPart(
        _ value: PDFObject, key: [CChar], of holder: ObjectID?
    ) throws(PDFObjectsError) -> PDFObject {
        guard let holder else { return value }
        let part = SharedPart(holder: holder, key: key)
        if let known = sharedParts[part] { return known }
        let copy = try file.makeIndirect(try value.shallowCopy())
        sharedParts[part] = copy
        return copy
    }
}
