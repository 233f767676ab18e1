// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Lays overlays over pages by an incremental update, as ``update(_:)`` does.
    public func update(
        adding overlays: [(page: Int, overlay: PageOverlay)]
    ) throws(PDFObjectsError) -> IncrementalUpdate {
        try update(DocumentChanges(overlays: overlays))
    }

    /// Makes changes by an incremental update: the original stays as it is, byte for byte, and the update goes behind it.
    /// This document does not change.
    ///
    /// Pages are changed as by ``apply(_:)``. The update is read back behind the original, without recovery, before it is
    /// handed out. The same document and changes give the same bytes; without any change there are none.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` where the document is encrypted, was damaged or cannot be appended to
    ///   for another reason, which is its cause; with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
    public func update(_ changes: DocumentChanges) throws(PDFObjectsError) -> IncrementalUpdate {
        if isEncrypted { throw PDFObjectsError(.unsound, cause: "it is encrypted") }
        if let warning = file.openingWarnings.first {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is damaged: \(warning)")
        }
        var update = try PageUpdate(file, tree: tree, after: try CrossReference(source))
        if let file = changes.sourceInk {
            try update.embed(file, in: self, hasAnnotations: !changes.annotations.isEmpty)
        }
        for (index, overlays, annotations) in changes.byPage {
            try update.add(overlays, annotations, to: try tree.leaf(at: index), index: index)
        }
        // The catalog of a signed document must not change, and viewers do not look at the version.
        if changes.areTransparent, try version < "1.4", try !signatures().isSigned { update.setVersion("1.4") }
        try update.finish()
        // A cross-reference that is wrong about one object is not to be trusted about others.
        if file.isReconstructed {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is wrong about some objects")
        }
        // A cross-reference without entries is none to some readers.
        if update.objects.texts.isEmpty { return IncrementalUpdate(bytes: [], overridden: [], notes: update.notes) }
        let bytes = try update.written(behind: source)
        try check(bytes, update)
        return IncrementalUpdate(bytes: bytes, overridden: update.objects.overridden, notes: update.notes)
    }

    /// The version of the format: the header's, or that of the catalog where it is later.
    private var version: String {
        get throws(PDFObjectsError) {
            let header = try file.headerVersion()
            let catalog = try file.root()["/Version"]?.name ?? ""
            // Versions have one digit before and one behind the point.
            return max(header, catalog)
        }
    }

    /// Reads an update back behind the original as a reader would that repairs nothing.
    private func check(_ bytes: [UInt8], _ update: PageUpdate) throws(PDFObjectsError) {
        func fail(_ what: String) -> PDFObjectsError {
            PDFObjectsError(.unsound, cause: "read back with the update, \(what)")
        }
        let result: QPDFHandle
        do throws(PDFObjectsError) {
            result = try QPDFHandle(reading: source, followedBy: bytes, password: nil, recovers: false)
        } catch { throw fail("it does not open: \(error.cause)") }
        if let warning = result.openingWarnings.first { throw fail("its cross-reference is damaged: \(warning)") }
        let root = try result.root()
        var pages: PageTree?
        if update.changesTree {
            let whole = PageTree(root: root)
            guard try whole.count() == tree.count() else { throw fail("it has another number of pages") }
            pages = whole
        }
        let indices = try update.changesTree ? Array(0..<tree.count()) : update.changedPages
        for index in indices {
            let old = try tree.leaf(at: index)
            // Where no node has changed, a page's own way is all there is to see of the tree.
            guard let new = try pages?.leaf(at: index) ?? old.counterpart(below: root) else {
                throw fail("page \(index + 1) is not in its place")
            }
            guard old.geometry == new.geometry else { throw fail("page \(index + 1) has other boxes") }
            for (name, id) in update.forms[index] ?? [] {
                let form = new.page["/Resources"]?["/XObject"]?[name]
                guard let form, form.isStream, form.identity == id else {
                    throw fail("page \(index + 1) has not got its ink")
                }
            }
            // The new ones are the last; nothing has touched those before them.
            let added = update.annotations[index] ?? []
            let list = added.isEmpty ? nil : new.page["/Annots"]
            let listed = ((list?.count ?? 0) - added.count..<(list?.count ?? 0)).compactMap { list?.item($0) }
            guard listed.filter({ !$0.isNull }).compactMap(\.identity) == added else {
                throw fail("page \(index + 1) has not got its annotations")
            }
        }
        try update.checkEmbedding(
            in: root,
            leaf: { (index: Int) throws(PDFObjectsError) -> PageTree.Leaf? in
                if let pages { return try pages.leaf(at: index) }
                return try tree.leaf(at: index).counterpart(below: root)
            }, fail)
    }
}
