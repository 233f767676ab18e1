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
        var writer = try ChangeWriter(
            root: try file.root(), tree: tree, into: UpdateSink(after: try CrossReference(source)))
        for (index, _, _) in changes.byPage {
            guard try tree.leaf(at: index).page["/Type"].map({ $0.isName("/Page") }) ?? true else {
                throw PDFObjectsError(.unsound, cause: "page \(index + 1) does not call itself a page")
            }
        }
        try writer.write(changes, to: self)
        // The catalog of a signed document must not change, and viewers do not look at the version.
        if let needed = changes.neededVersion, try version < needed, try !signatures().isSigned {
            writer.catalogEdits.append(("/Version", .text("/\(needed)")))
        }
        try writer.finish()
        // A cross-reference that is wrong about one object is not to be trusted about others.
        if file.isReconstructed {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is wrong about some objects")
        }
        let overridden = writer.sink.overridden
        // A cross-reference without entries is none to some readers.
        if writer.sink.objects.isEmpty { return IncrementalUpdate(bytes: [], overridden: [], notes: writer.notes) }
        let bytes = try writer.sink.written(behind: source, trailer: try file.trailer())
        try UpdateCheck(record: writer.record, tree: tree).check(source, followedBy: bytes)
        return IncrementalUpdate(bytes: bytes, overridden: overridden, notes: writer.notes)
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
}
