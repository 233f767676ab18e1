// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Returns an incremental update that adds overlays to pages, counted from 0. See ``update(_:)``.
    public func update(
        adding overlays: [(page: Int, overlay: PageOverlay)]
    ) throws(PDFObjectsError) -> IncrementalUpdate {
        try update(DocumentChanges(overlays: overlays))
    }

    /// Returns an incremental update that contains changes to this document. Append its bytes to the original file.
    ///
    /// The bytes of the original file stay the same, and this document does not change.
    ///
    /// Pages change as in ``apply(_:)``. Before the update is returned, it is read back together with the original,
    /// with recovery turned off. The same document and changes always give the same bytes. Without changes, the update
    /// is empty.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the document is damaged, or cannot be appended to
    ///   for another reason, which ``PDFObjectsError/cause`` states; or with `noPages`, `noSuchPage`, `tooComplex`,
    ///   `damaged`, `outOfMemory`.
    public func update(_ changes: DocumentChanges) throws(PDFObjectsError) -> IncrementalUpdate {
        if isRebuilt { throw PDFObjectsError(.unsound, cause: "its cross-references are damaged") }
        if let warning = file.openingWarnings.first {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is damaged: \(warning)")
        }
        var writer = try ChangeWriter(
            root: try file.root(), tree: tree,
            into: UpdateSink(after: try CrossReference(source), encryption: try encryption()))
        for (index, _, _) in changes.byPage {
            guard try tree.leaf(at: index).page["/Type"].map({ $0.isName("/Page") }) ?? true else {
                throw PDFObjectsError(.unsound, cause: "page \(index + 1) does not call itself a page")
            }
        }
        try writer.write(changes, to: self)
        // The catalog of a signed document must not change, so its version stays the same. Viewers do not check the
        // version.
        if let needed = changes.neededVersion, try version < needed, try !signatures().isSigned {
            writer.catalogEdits.append(("/Version", .text("/\(needed)")))
        }
        try writer.finish()
        // If the cross-reference table is wrong about one object, it may be wrong about others.
        if file.isReconstructed {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is wrong about some objects")
        }
        let overridden = writer.sink.overridden
        // Some readers reject a cross-reference section without entries.
        if writer.sink.objects.isEmpty { return IncrementalUpdate(bytes: [], overridden: [], notes: writer.notes) }
        let bytes = try writer.sink.written(behind: source, trailer: try file.trailer())
        try UpdateCheck(record: writer.record, tree: tree).check(source, followedBy: bytes, password: file.password)
        return IncrementalUpdate(bytes: bytes, overridden: overridden, notes: writer.notes)
    }

    /// The encryption of the document; nil for none.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` for an encryption that is not known.
    func encryption() throws(PDFObjectsError) -> StandardEncryption? {
        isEncrypted ? try StandardEncryption(try file.trailer(), password: file.password) : nil
    }

    /// The PDF version: the one in the header, or the one in the catalog if that is later.
    private var version: String {
        get throws(PDFObjectsError) {
            let header = try file.headerVersion()
            let catalog = try file.root()["/Version"]?.name ?? ""
            // Versions have one digit before the dot and one after it, so comparing strings works.
            return max(header, catalog)
        }
    }
}
