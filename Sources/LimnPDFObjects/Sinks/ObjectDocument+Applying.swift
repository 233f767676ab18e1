// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Makes changes to this document, which is then to be rewritten.
    ///
    /// Only the pages that changes name look different afterwards: shared contents, resources and lists of annotations
    /// are copied, and so is a page that the page tree lists twice. After a throw part of the changes may have been made.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
    public func apply(_ changes: DocumentChanges) throws(PDFObjectsError) {
        try rewrite { writer throws(PDFObjectsError) in try writer.write(changes, to: self) }
        // Versions have one digit before and one behind the point.
        if let needed = changes.neededVersion { minimumVersion = max(needed, minimumVersion ?? needed) }
    }

    /// Paints an overlay over a page of this document, which is then to be rewritten. Several lie over one another in
    /// the order in which they were added.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: as ``apply(_:)``.
    public func addOverlay(_ overlay: PageOverlay, toPage index: Int) throws(PDFObjectsError) {
        try apply(DocumentChanges(overlays: [(index, overlay)]))
    }

    /// Changes this document through a writer.
    func rewrite(
        _ change: (inout ChangeWriter<RewritingSink>) throws(PDFObjectsError) -> Void
    ) throws(PDFObjectsError) {
        var writer = try ChangeWriter(
            root: try file.root(), tree: tree, into: RewritingSink(file), sharing: sharedObjects)
        defer {
            forgetForm()
            sharedObjects = writer.shared
            notes += writer.notes
        }
        try change(&writer)
        try writer.finish()
        if writer.sink.hasCompressible { hasCompressible = true }
        if writer.record.changesTree { tree = PageTree(root: try file.root()) }
    }
}
