// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Makes changes to this document, which is then to be rewritten.
    ///
    /// Overlays are painted as by ``addOverlay(_:toPage:)``. Annotations go behind a page's own ones, into an /Annots of
    /// its own; other pages that share it stay as they are.
    ///
    /// After a throw part of the changes may have been made.
    ///
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `outOfMemory`.
    public func apply(_ changes: DocumentChanges) throws(PDFObjectsError) {
        var adding = AnnotationAdding(file)
        if let file = changes.sourceInk {
            adding.association = try embed(file, hasAnnotations: !changes.annotations.isEmpty)
        }
        for (index, overlays, annotations) in changes.byPage {
            for overlay in overlays { try addOverlay(overlay, toPage: index) }
            if annotations.isEmpty { continue }
            let leaf = try tree.leaf(at: index)
            try tree.isolate(leaf)
            if let old = leaf.page["/Annots"], !old.isArray {
                notes.append("Page \(index + 1): its /Annots was no list of annotations and was replaced.")
            }
            try leaf.page.set("/Annots", try adding.list(of: leaf.page, index: index, with: annotations))
        }
        if changes.areTransparent { minimumVersion = "1.4" }
    }

    /// Adds a file to the name tree of embedded files.
    ///
    /// - Returns: its specification where it must go to an annotation instead.
    private func embed(
        _ embedded: EmbeddedFile, hasAnnotations: Bool
    ) throws(PDFObjectsError) -> PDFObject? {
        let isSigned = try signatures().isSigned
        guard !isSigned || hasAnnotations else {
            notes.append(
                "Source ink was left out: the document is signed, and without annotations there is no place for it.")
            return nil
        }
        let name = embedded.name(try nextNumber(for: embedded, lookingAtAnnotations: isSigned))
        let stream = try file.newStream(embedded.stored ?? StreamData(embedded.bytes))
        for (key, value) in embedded.streamEntries { try stream.set(key, try file.parsed(value)) }
        let specification = try file.newDictionary()
        for (key, value) in embedded.specificationEntries(name: name) {
            try specification.set(key, try file.parsed(value))
        }
        let streams = try file.newDictionary()
        for key in ["/F", "/UF"] { try streams.set(key, stream) }
        try specification.set("/EF", streams)
        let object = try file.makeIndirect(specification)
        if isSigned { return object }
        try addName(Array(name.utf8), object)
        if try archiveClaim()?.needsAssociation == true {
            let root = try file.root()
            let list = try file.copy(ofArray: root["/AF"])
            try list.append(object)
            try root.set("/AF", list)
        }
        return nil
    }

    private func addName(_ key: [UInt8], _ specification: PDFObject) throws(PDFObjectsError) {
        let root = try file.root()
        let names = try file.copy(ofDictionary: root["/Names"])
        let place = try NameTreePlace(of: key, in: names["/EmbeddedFiles"])
        let pairs = try file.newArray()
        let old = place.leaf?["/Names"]
        for index in 0...(old?.count ?? 0) {
            if index == place.index {
                try pairs.append(try file.string(key))
                try pairs.append(specification)
            }
            if let item = old?.item(index), index < old?.count ?? 0 { try pairs.append(item) }
        }
        var child = try node(place.leaf, place, "/Names", pairs)
        for (parent, index) in place.path.reversed() {
            let kids = try file.copy(ofArray: parent["/Kids"])
            try kids.setItem(index, try file.makeIndirect(child))
            child = try node(parent, place, "/Kids", kids)
        }
        try names.set("/EmbeddedFiles", try file.makeIndirect(child))
        try root.set("/Names", names)
    }

    private func node(
        _ old: PDFObject?, _ place: NameTreePlace, _ key: String, _ value: PDFObject
    ) throws(PDFObjectsError) -> PDFObject {
        let copy = try file.copy(ofDictionary: old)
        try copy.set(key, value)
        if let (least, greatest) = old.flatMap({ place.limits(of: $0) }) {
            let limits = try file.newArray()
            for key in [least, greatest] { try limits.append(try file.string(key)) }
            try copy.set("/Limits", limits)
        }
        return copy
    }
}

/// Adds annotations to the pages of a document that will be rewritten.
private struct AnnotationAdding {
    let file: QPDFHandle
    /// What the first annotation is to be associated with.
    var association: PDFObject?
    /// Resources of forms by their text, which many have in common.
    private var resources: [String: PDFObject] = [:]

    init(_ file: QPDFHandle) { self.file = file }

    /// A page's annotations with new ones.
    mutating func list(
        of page: PDFObject, index: Int, with new: [InkAnnotation]
    ) throws(PDFObjectsError) -> PDFObject {
        let list = try file.copy(ofArray: page["/Annots"])
        var names = AnnotationNames(list)
        for (place, annotation) in new.enumerated() {
            let object = try file.newDictionary()
            for (key, value) in annotation.entries { try object.set(key, try file.parsed(value)) }
            let name = names.take(annotation.name(page: index, place: place))
            try object.set("/NM", try file.string(Array(name.utf8)))
            try object.set("/P", page)
            let appearance = try file.newDictionary()
            try appearance.set("/N", try form(of: annotation.appearance))
            try object.set("/AP", appearance)
            if let association {
                let files = try file.newArray()
                try files.append(association)
                try object.set("/AF", files)
            }
            association = nil
            try list.append(try file.makeIndirect(object))
        }
        return list
    }

    private mutating func form(of appearance: PageOverlay) throws(PDFObjectsError) -> PDFObject {
        let form = try file.newCompressedStream(appearance.content)
        for (key, value) in appearance.formEntries where key != "/Type" {
            guard key == "/Resources" else {
                try form.set(key, try file.parsed(value))
                continue
            }
            if resources[value] == nil { resources[value] = try file.makeIndirect(try file.parsed(value)) }
            if let shared = resources[value] { try form.set(key, shared) }
        }
        return form
    }
}
