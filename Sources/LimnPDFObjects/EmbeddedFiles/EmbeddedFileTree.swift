// SPDX-License-Identifier: GPL-3.0-or-later

/// The catalog's name tree of embedded files.
struct EmbeddedFileTree {
    /// All entries in the order of the tree. Their files may be malformed.
    private(set) var entries: [(key: [UInt8], specification: PDFObject)] = []

    init(_ root: PDFObject) {
        var walk = TreeWalk()
        if let files = root["/Names"]?["/EmbeddedFiles"] { walk.push(files) }
        while let node = walk.pop() {
            let names = node["/Names"]
            for place in stride(from: 0, to: (names?.count ?? 0) / 2 * 2, by: 2) {
                if let key = names?.item(place)?.stringBytes, let value = names?.item(place + 1), value.isDictionary {
                    entries.append((key, value))
                }
            }
            // The walk first visits the node that was pushed last.
            for kid in (node["/Kids"]?.items ?? []).reversed() { walk.push(kid) }
        }
    }
}

extension PDFObject {
    /// The embedded streams of a file specification.
    var embeddedStreams: [PDFObject] {
        let files = self["/EF"]
        return [files?["/UF"], files?["/F"]].compactMap { $0 }.filter(\.isStream)
    }

    /// Whether this is a file specification of source ink.
    var isSourceInk: Bool {
        embeddedStreams.contains { $0["/Subtype"]?.isName("/" + EmbeddedFile.sourceInkType) == true }
    }

    /// The file name in a file specification; empty if there is none.
    var fileName: String { self["/UF"]?.text ?? self["/F"]?.text ?? "" }
}
