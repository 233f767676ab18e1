// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ObjectDocument {
    /// Returns an incremental update that inserts new pages. Append its bytes to the original file.
    ///
    /// The bytes of the original file stay the same, and this document does not change. Links, outline items and form
    /// fields still refer to the same pages.
    ///
    /// - Parameter pages: the new pages. Pages that follow the same page of the document keep their order.
    /// - Returns: the update, which has been read back together with the original. It is empty if `pages` is empty.
    /// - Throws: ``PDFObjectsError`` with `unsound` if the document is signed or damaged, or cannot be
    ///   appended to for another reason, which ``PDFObjectsError/cause`` states; or with `noPages`, `noSuchPage`,
    ///   `tooComplex`, `damaged`.
    public func update(inserting pages: [NewPage]) throws(PDFObjectsError) -> IncrementalUpdate {
        if try signatures().isSigned { throw PDFObjectsError(.unsound, cause: "it is signed") }
        if isRebuilt { throw PDFObjectsError(.unsound, cause: "its cross-references are damaged") }
        if let warning = file.openingWarnings.first {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is damaged: \(warning)")
        }
        var writer = try ChangeWriter(
            root: try file.root(), tree: tree,
            into: UpdateSink(after: try CrossReference(source), encryption: try encryption()))
        let inserted = try writer.insert(pages, into: tree)
        try writer.finish()
        if file.isReconstructed {
            throw PDFObjectsError(.unsound, cause: "its cross-reference is wrong about some objects")
        }
        // Some readers reject a cross-reference section without entries.
        if writer.sink.objects.isEmpty { return IncrementalUpdate(bytes: [], overridden: [], notes: writer.notes) }
        let bytes = try writer.sink.written(behind: source, trailer: try file.trailer())
        try checkNewPages(inserted, in: bytes)
        return IncrementalUpdate(bytes: bytes, overridden: writer.sink.overridden, notes: writer.notes)
    }

    /// Reads the update back and checks that every page is in its place.
    private func checkNewPages(_ inserted: [Int: [ObjectID]], in update: [UInt8]) throws(PDFObjectsError) {
        func failure(_ what: String) -> PDFObjectsError {
            PDFObjectsError(.unsound, cause: "read back with the new pages, \(what)")
        }
        let result: QPDFHandle
        do throws(PDFObjectsError) {
            result = try QPDFHandle(reading: source, followedBy: update, password: file.password, recovers: false)
        } catch { throw failure("it does not open: \(error.cause)") }
        if let warning = result.openingWarnings.first { throw failure("it is damaged: \(warning)") }
        let pages = PageTree(root: try result.root())
        let old = try tree.count()
        var place = 0
        for number in 0...old {
            if number > 0 {
                let (before, after) = (try tree.leaf(at: number - 1), try pages.leaf(at: place))
                guard before.page.identity == after.page.identity, before.geometry == after.geometry else {
                    throw failure("page \(number) is not in its place")
                }
                place += 1
            }
            for id in inserted[number] ?? [] {
                guard try pages.leaf(at: place).page.identity == id else { throw failure("a new page is not there") }
                place += 1
            }
        }
        guard try pages.count() == place else { throw failure("it has another number of pages") }
    }
}
