// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Makes changes to this document. Call ``rewritten()`` afterwards to save them.
    ///
    /// Only the changed pages look different, because contents, resources and annotation lists that pages may share are
    /// copied first. A page that the page tree lists twice is also copied. After an error, some of the changes may
    /// already have been made.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
    public func apply(_ changes: DocumentChanges) throws(PDFObjectsError) {
        try rewrite { writer throws(PDFObjectsError) in try writer.write(changes, to: self) }
        // Versions have one digit before the dot and one after it, so comparing strings works.
        if let needed = changes.neededVersion { minimumVersion = max(needed, minimumVersion ?? needed) }
    }

    /// Adds an overlay to a page of this document. Call ``rewritten()`` afterwards to save it. Overlays of a page are
    /// painted in the order in which they were added.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: the errors of ``apply(_:)``.
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
