// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Removes all source ink from this document, which is then to be rewritten; other embedded files stay.
    ///
    /// - Returns: how many files were removed.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`, `outOfMemory`.
    @discardableResult public func removeSourceInk() throws(PDFObjectsError) -> Int {
        let count = try sourceInkSpecifications().count
        guard count > 0 else { return 0 }
        let root = try file.root()
        if let names = root["/Names"], let files = names["/EmbeddedFiles"] {
            var seen: Set<ObjectID> = []
            if try removeSourceInk(fromTree: files, &seen, depth: 0) { try names.remove("/EmbeddedFiles") }
            if names.isDictionary, names.keys.isEmpty { try root.remove("/Names") }
        }
        for holder in [root] + (try annotationsOfAllPages()) { try removeAssociations(of: holder) }
        return count
    }

    /// Removes entries below a node.
    ///
    /// - Returns: whether the node has nothing left.
    private func removeSourceInk(
        fromTree node: PDFObject, _ seen: inout Set<ObjectID>, depth: Int
    ) throws(PDFObjectsError) -> Bool {
        if let id = node.identity, !seen.insert(id).inserted { return false }
        guard node.isDictionary else { return false }
        guard depth <= NameTreePlace.depthLimit else {
            throw PDFObjectsError(.tooComplex, cause: "the tree of embedded files is too deep")
        }
        if let pairs = node["/Names"], pairs.isArray {
            let kept = try file.newArray()
            for place in stride(from: 0, to: pairs.count, by: 2) {
                if let value = pairs.item(place + 1), value.isSourceInk { continue }
                for item in [place, place + 1] where item < pairs.count {
                    if let item = pairs.item(item) { try kept.append(item) }
                }
            }
            try node.set("/Names", kept)
            if node["/Limits"] != nil, let least = kept.item(0), kept.count > 1,
                let last = kept.item(kept.count / 2 * 2 - 2)
            {
                let limits = try file.newArray()
                for key in [least, last] { try limits.append(key) }
                try node.set("/Limits", limits)
            }
            return kept.count == 0 && node["/Kids"] == nil
        }
        guard let kids = node["/Kids"], kids.isArray else { return true }
        let kept = try file.newArray()
        for place in 0..<kids.count {
            guard let kid = kids.item(place) else { continue }
            if try !removeSourceInk(fromTree: kid, &seen, depth: depth + 1) { try kept.append(kid) }
        }
        try node.set("/Kids", kept)
        if node["/Limits"] != nil, let least = kept.item(0)?["/Limits"]?.item(0),
            let greatest = kept.item(kept.count - 1)?["/Limits"]?.item(1)
        {
            let limits = try file.newArray()
            for key in [least, greatest] { try limits.append(key) }
            try node.set("/Limits", limits)
        }
        return kept.count == 0
    }

    private func removeAssociations(of holder: PDFObject) throws(PDFObjectsError) {
        guard let list = holder["/AF"], list.items.contains(where: \.isSourceInk) else { return }
        let kept = try file.newArray()
        for item in list.items where !item.isSourceInk { try kept.append(item) }
        if kept.count == 0 { try holder.remove("/AF") } else { try holder.set("/AF", kept) }
    }
}
