// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

extension ObjectDocument {
    /// Counts the contents of the document. Cycles in trees are followed only once, and malformed parts are not
    /// counted.
    ///
    /// - Returns: the numbers of pages, fields, outline items, embedded files and annotations, and the entries of the
    ///   information dictionary.
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the page tree is too large or has cycles, or `unreadable`.
    public func summary() throws(PDFObjectsError) -> DocumentSummary {
        let root = try file.root()
        var summary = DocumentSummary()
        summary.pageCount = try pageCount
        summary.version = try file.headerVersion()
        summary.isEncrypted = isEncrypted
        summary.isLinearized = try file.call(qpdf_is_linearized) != QPDF_FALSE
        summary.hasObjectStreams = try source.contains(Array("/ObjStm".utf8))
        summary.isTagged = root["/StructTreeRoot"] != nil
        summary.hasXMPMetadata = root["/Metadata"]?.isStream ?? false
        summary.info = info(try file.trailer()["/Info"])

        let form = root["/AcroForm"]
        summary.hasXFA = form?["/XFA"] != nil
        var fields = FieldCensus()
        fields.count(form?["/Fields"])
        summary.formFieldCount = fields.fields
        summary.hasSignatures = try signatures().isSigned

        var outline = TreeWalk()
        if let first = root["/Outlines"]?["/First"] { outline.push(first) }
        while let item = outline.pop() {
            summary.outlineItemCount += 1
            if let next = item["/Next"] { outline.push(next) }
            if let child = item["/First"] { outline.push(child) }
        }
        var names = TreeWalk()
        if let files = root["/Names"]?["/EmbeddedFiles"] { names.push(files) }
        while let node = names.pop() {
            summary.embeddedFileCount += (node["/Names"]?.count ?? 0) / 2
            for kid in node["/Kids"]?.items ?? [] { names.push(kid) }
        }
        var budget = TreeWalk.limit
        for index in 0..<summary.pageCount where budget > 0 {
            for annotation in try tree.leaf(at: index).page["/Annots"]?.items ?? [] where annotation.isDictionary {
                budget -= 1
                summary.annotationCounts[annotation["/Subtype"]?.name ?? "", default: 0] += 1
            }
        }
        summary.isTruncated = fields.isTruncated || outline.isTruncated || names.isTruncated || budget <= 0
        return summary
    }

    private func info(_ dictionary: PDFObject?) -> [String: String] {
        var info: [String: String] = [:]
        for key in dictionary?.keys ?? [] {
            let name = String(decoding: key.dropFirst().dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let text = dictionary?[key]?.text { info[name] = text }
        }
        return info
    }
}
