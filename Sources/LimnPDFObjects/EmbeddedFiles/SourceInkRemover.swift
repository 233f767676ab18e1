// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes source ink from a document that will be rewritten. Other embedded files stay.
///
/// It edits the document's objects in place, even shared ones. Source ink is invisible, so no page or annotation looks
/// different without it.
struct SourceInkRemover {
    private let file: QPDFHandle
    private var seen: Set<ObjectID> = []

    init(_ file: QPDFHandle) { self.file = file }

    /// Removes source ink from the catalog's name tree of embedded files.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    mutating func removeFromNameTree() throws(PDFObjectsError) {
        let root = try file.root()
        guard let names = root["/Names"], let files = names["/EmbeddedFiles"] else { return }
        if try isEmptied(files, depth: 0) { try names.remove("/EmbeddedFiles") }
        if names.isDictionary, names.keys.isEmpty { try root.remove("/Names") }
    }

    /// Removes source ink from the associated files (/AF) of the catalog or of an annotation.
    func removeAssociations(of holder: PDFObject) throws(PDFObjectsError) {
        guard let list = holder["/AF"], list.items.contains(where: \.isSourceInk) else { return }
        let kept = list.items.filter { !$0.isSourceInk }
        if kept.isEmpty { try holder.remove("/AF") } else { try holder.set("/AF", try array(kept)) }
    }

    /// Removes source ink below a node of the name tree.
    ///
    /// - Returns: whether the node is empty now.
    private mutating func isEmptied(_ node: PDFObject, depth: Int) throws(PDFObjectsError) -> Bool {
        if let id = node.identity, !seen.insert(id).inserted { return false }
        guard node.isDictionary else { return false }
        guard depth <= NameTreePlace.depthLimit else {
            throw PDFObjectsError(.tooComplex, cause: "the tree of embedded files is too deep")
        }
        if let pairs = node["/Names"], pairs.isArray { return try isEmptied(node, pairs) }
        guard let kids = node["/Kids"], kids.isArray else { return true }
        var kept: [PDFObject] = []
        for place in 0..<kids.count {
            guard let kid = kids.item(place) else { continue }
            if try !isEmptied(kid, depth: depth + 1) { kept.append(kid) }
        }
        try node.set("/Kids", try array(kept))
        if node["/Limits"] != nil, let least = kept.first?["/Limits"]?.item(0),
            let greatest = kept.last?["/Limits"]?.item(1)
        {
            try node.set("/Limits", try array([least, greatest]))
        }
        return kept.isEmpty
    }

    /// Removes source ink from a leaf of the name tree. Returns whether the leaf is empty now.
    private func isEmptied(_ leaf: PDFObject, _ pairs: PDFObject) throws(PDFObjectsError) -> Bool {
        var kept: [PDFObject] = []
        for place in stride(from: 0, to: pairs.count, by: 2) {
            if let value = pairs.item(place + 1), value.isSourceInk { continue }
            for item in [place, place + 1] where item < pairs.count {
                if let item = pairs.item(item) { kept.append(item) }
            }
        }
        try leaf.set("/Names", try array(kept))
        if leaf["/Limits"] != nil, kept.count > 1 {
            try leaf.set("/Limits", try array([kept[0], kept[kept.count / 2 * 2 - 2]]))
        }
        return kept.isEmpty && leaf["/Kids"] == nil
    }

    private func array(_ items: [PDFObject]) throws(PDFObjectsError) -> PDFObject {
        let array = try file.newArray()
        for item in items { try array.append(item) }
        return array
    }
}
