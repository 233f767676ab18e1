// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Reads an update back together with its original, with recovery turned off, and checks that everything written is
/// there.
struct UpdateCheck {
    /// A record of what was written.
    let record: ChangeRecord
    /// The pages of the original.
    let tree: PageTree

    /// Checks that the update contains everything in the record and keeps the order and geometry of the pages.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound`; ``PDFObjectsError/cause`` states what is wrong or missing.
    func check(_ original: Original, followedBy update: [UInt8], password: [UInt8]) throws(PDFObjectsError) {
        let result: QPDFHandle
        do throws(PDFObjectsError) {
            result = try QPDFHandle(reading: original, followedBy: update, password: password, recovers: false)
        } catch { throw Self.failure("it does not open: \(error.cause)") }
        if let warning = result.openingWarnings.first {
            throw Self.failure("its cross-reference is damaged: \(warning)")
        }
        let root = try result.root()
        var pages: PageTree?
        if record.changesTree {
            let whole = PageTree(root: root)
            guard try whole.count() == tree.count() else { throw Self.failure("it has another number of pages") }
            pages = whole
        }
        for index in try record.changesTree ? Array(0..<tree.count()) : record.pages {
            guard let new = try leaf(index, in: pages, below: root) else {
                throw Self.failure("page \(index + 1) is not in its place")
            }
            try checkPage(index, new)
        }
        try checkEmbedding(in: pages, below: root)
    }

    private static func failure(_ what: String) -> PDFObjectsError {
        PDFObjectsError(.unsound, cause: "read back with the update, \(what)")
    }

    /// Returns a page of the updated document; nil if it is not where it was. If no node of the page tree has changed,
    /// only the path to the page is read.
    private func leaf(
        _ index: Int, in pages: PageTree?, below root: PDFObject
    ) throws(PDFObjectsError) -> PageTree.Leaf? {
        if let pages { return try pages.leaf(at: index) }
        return try tree.leaf(at: index).counterpart(below: root)
    }

    private func checkPage(_ index: Int, _ new: PageTree.Leaf) throws(PDFObjectsError) {
        let old = try tree.leaf(at: index).geometry
        guard record.frames[index].map({ old.framed($0).isClose(to: new.geometry) }) ?? (old == new.geometry) else {
            throw Self.failure("page \(index + 1) has other boxes")
        }
        for (name, id) in record.forms[index] ?? [] {
            let form = new.page["/Resources"]?["/XObject"]?[name]
            guard let form, form.isStream, form.identity == id else {
                throw Self.failure("page \(index + 1) has not got its ink")
            }
        }
        // The new annotations are the last items of /Annots. The earlier items have not changed.
        let added = record.annotations[index] ?? []
        let list = added.isEmpty ? nil : new.page["/Annots"]
        let listed = ((list?.count ?? 0) - added.count..<(list?.count ?? 0)).compactMap { list?.item($0) }
        guard listed.filter({ !$0.isNull }).compactMap(\.identity) == added else {
            throw Self.failure("page \(index + 1) has not got its annotations")
        }
    }

    private func checkEmbedding(in pages: PageTree?, below root: PDFObject) throws(PDFObjectsError) {
        guard let embedded = record.embedded else { return }
        if let key = embedded.key {
            let found = EmbeddedFileTree(root).entries.first { $0.key == key }
            guard found?.specification.identity == embedded.specification else {
                throw Self.failure("the source ink is not among the embedded files")
            }
            return
        }
        for index in record.annotations.keys {
            let annotations = try leaf(index, in: pages, below: root)?.page["/Annots"]?.items ?? []
            let files = annotations.flatMap { $0["/AF"]?.items ?? [] }
            if files.contains(where: { $0.identity == embedded.specification }) { return }
        }
        throw Self.failure("no annotation has the source ink")
    }
}
