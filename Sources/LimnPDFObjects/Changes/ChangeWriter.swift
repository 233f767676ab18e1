// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes changes of a document to a sink. Each kind of change is described once, in an extension of this type, and
/// works for every sink.
///
/// Objects of the original that pages may share are never edited for one page: /Contents, /Resources and /Annots are
/// copied, and the page then refers to the copies.
struct ChangeWriter<Sink: ObjectSink> {
    let root: PDFObject
    var sink: Sink
    var shared: SharedObjects
    /// Sentences about malformed parts of the original that were skipped.
    var notes: [String] = []
    /// The objects that were written, for checking the result.
    var record = ChangeRecord()
    /// The file specification to associate with the first annotation.
    var pendingAssociation: ObjectID?
    /// Layers whose groups are not in the catalog yet.
    var newLayers: [(layer: DocumentLayer, id: ObjectID)] = []
    /// The changes of the catalog.
    var catalogEdits: [PDFEdit] = []
    let isTagged: Bool
    let tree: PageTree
    private var places: PagePlaces

    /// Starts changes of a document.
    ///
    /// - Parameter shared: the shared objects that earlier changes have written to the same sink.
    init(
        root: PDFObject, tree: PageTree, into sink: Sink, sharing shared: SharedObjects = SharedObjects()
    ) throws(PDFObjectsError) {
        self.root = root
        self.tree = tree
        self.sink = sink
        self.shared = shared
        isTagged = root["/StructTreeRoot"] != nil
        places = PagePlaces(listings: try tree.allListings())
    }

    /// Writes all changes except those of the catalog and the page tree, which ``finish()`` writes.
    mutating func write(_ changes: DocumentChanges, to document: ObjectDocument) throws(PDFObjectsError) {
        if let file = changes.sourceInk {
            try embed(file, in: document, hasAnnotations: !changes.annotations.isEmpty)
        }
        if let form = changes.form { try write(form, to: document) }
        for (index, overlays, annotations) in changes.byPage {
            try add(overlays, annotations, to: try tree.leaf(at: index), index: index)
        }
    }

    /// Writes the changes of the page tree and of the catalog.
    mutating func finish() throws(PDFObjectsError) {
        try places.finish(in: &sink)
        record.changesTree = places.changesTree
        listLayers()
        if !catalogEdits.isEmpty { try sink.edit(root, catalogEdits) }
    }

    /// Adds overlays over a page, the first one lowest, and annotations after its own.
    private mutating func add(
        _ overlays: [PageOverlay], _ annotations: [PageAnnotation], to leaf: PageTree.Leaf, index: Int
    ) throws(PDFObjectsError) {
        var edits = overlays.isEmpty ? [] : try content(of: leaf, index: index, under: overlays)
        let copy = try places.copy(of: leaf, index: index, in: &sink)
        if !annotations.isEmpty {
            let page: ObjectID
            if let copy { page = copy.id } else { page = try sink.number(of: leaf.page) }
            edits.append(("/Annots", try annotationList(of: leaf, index: index, page: page, adding: annotations)))
        }
        if let mended = leaf.cropBoxToMend {
            edits.append(mended)
            notes.append(
                "Page \(index + 1): Its crop box lies outside of the page and was replaced by the page's size.")
        }
        guard let copy else { return try sink.edit(leaf.page, edits) }
        edits.append(("/Parent", .reference(copy.parent)))
        try sink.set(copy.id, to: .edited(leaf.page, edits), isCompressible: false)
    }
}

/// New objects that several pages use; they are written once.
struct SharedObjects {
    /// The stream that saves the graphics state before a page's own content.
    var prefix: ObjectID?
    /// Copies of direct parts of resources that pages share.
    var parts: [SharedPart: ObjectID] = [:]
    /// Values by their text, such as the resources of annotations' forms.
    var values: [PDFText: ObjectID] = [:]
    /// Fonts.
    var fonts: [EmbeddedFont: ObjectID] = [:]
    /// Fonts whose glyphs are drawn.
    var drawnFonts: [DrawnFont: ObjectID] = [:]
    /// Pictures.
    var pictures: [EmbeddedPicture: ObjectID] = [:]
    /// Optional content groups.
    var layers: [DocumentLayer: ObjectID] = [:]
    /// Pages of other documents.
    var pages: [EmbeddedPage: ObjectID] = [:]
}

/// The places of everything that changes have written, for checking the written document.
struct ChangeRecord {
    /// The forms and their names in each page's resources, by the page's index.
    var forms: [Int: [(name: String, id: ObjectID)]] = [:]
    /// The annotations that each page got, by the page's index.
    var annotations: [Int: [ObjectID]] = [:]
    /// The file specification of the embedded file, and its key if it is in the name tree.
    var embedded: (specification: ObjectID, key: [UInt8]?)?
    /// The full names of fields that were written.
    var filled: [String] = []
    /// Whether nodes of the page tree were replaced, apart from pages.
    var changesTree = false

    /// The pages that have changed, ascending.
    var pages: [Int] { Set(forms.keys).union(annotations.keys).sorted() }
}
