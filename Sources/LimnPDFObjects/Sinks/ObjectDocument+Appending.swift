// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Adds overlays to pages by an incremental update, as ``update(_:)`` does.
    public func update(
        adding overlays: [(page: Int, overlay: PageOverlay)]
    ) throws(PDFObjectsError) -> IncrementalUpdate {
        try update(DocumentChanges(overlays: overlays))
    }

    /// Makes changes by an incremental update. The original stays the same, byte for byte, and the update is appended
    /// to it. This document does not change.
    ///
    /// Pages are changed as by ``apply(_:)``. The update is read back after the original, without recovery, before it
    /// is returned. The same document and changes give the same bytes; without changes, the update is empty.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the document is encrypted, was damaged, or cannot be appended to
    ///   for another reason, which is the cause; with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
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
        // The catalog of a signed document must not change, so its version stays. Viewers do not check the version.
        if let needed = changes.neededVersion, try version < needed, try !signatures().isSigned {
            writer.catalogEdits.append(("/Version", .text("/\(needed)")))
        }
        try writer.finish()
        // If the cross-reference is wrong about one object, it may be wrong about others.
        if file.isReconstructed {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is wrong about some objects")
        }
        let overridden = writer.sink.overridden
        // Some readers do not accept a cross-reference without entries.
        if writer.sink.objects.isEmpty { return IncrementalUpdate(bytes: [], overridden: [], notes: writer.notes) }
        let bytes = try writer.sink.written(behind: source, trailer: try file.trailer())
        try UpdateCheck(record: writer.record, tree: tree).check(source, followedBy: bytes)
        return IncrementalUpdate(bytes: bytes, overridden: overridden, notes: writer.notes)
    }

    /// The PDF version: that of the header, or that of the catalog if it is later.
    private var version: String {
        get throws(PDFObjectsError) {
            let header = try file.headerVersion()
            let catalog = try file.root()["/Version"]?.name ?? ""
            // Versions have one digit before the dot and one after it, so comparing strings works.
            return max(header, catalog)
        }
    }
}
