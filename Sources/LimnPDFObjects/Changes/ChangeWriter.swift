// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Writes changes to a document into a sink. Each kind of change is implemented once, in an extension of this type, and
/// works with every sink.
///
/// Objects of the original that pages may share are never edited for one page: /Contents, /Resources and /Annots are
/// copied, and the page then refers to the copies.
struct ChangeWriter<Sink: ObjectSink> {
    let root: PDFObject
    var sink: Sink
    var shared: SharedObjects
    /// Messages about what was skipped, such as malformed parts of the original.
    var notes: [String] = []
    /// A record of the written objects, for checking the result.
    var record = ChangeRecord()
    /// The file specification to associate with the next annotation; nil if there is none.
    var pendingAssociation: ObjectID?
    /// Layers whose groups are not in the catalog yet.
    var newLayers: [(layer: DocumentLayer, id: ObjectID)] = []
    /// The edits of the catalog, which ``finish()`` writes.
    var catalogEdits: [PDFEdit] = []
    /// The widgets of new fields, which are written with their pages.
    var newWidgets = NewWidgets()
    let isTagged: Bool
    /// The structure elements to add; nil if the document takes none.
    var structure: StructureAdditions?
    let tree: PageTree
    private var places: PagePlaces

    /// Makes a writer of changes to a document.
    ///
    /// - Parameter shared: the shared objects that earlier changes wrote to the same sink.
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

    /// Writes all changes except those to the catalog and the page tree, which ``finish()`` writes.
    mutating func write(_ changes: DocumentChanges, to document: ObjectDocument) throws(PDFObjectsError) {
        if isTagged { structure = try StructureAdditions(to: document) }
        if let file = changes.sourceInk {
            try embed(file, in: document, hasAnnotations: !changes.annotations.isEmpty)
        }
        if let form = changes.form { try write(form, to: document) }
        if !changes.newFields.isEmpty { try plan(changes.newFields, for: document) }
        record.frames = changes.frames
        for (index, overlays, annotations) in changes.byPage {
            try add(overlays, annotations, to: try tree.leaf(at: index), index: index)
        }
    }

    /// Writes the changes to the page tree and the catalog.
    mutating func finish() throws(PDFObjectsError) {
        try places.finish(in: &sink)
        try writeStructure()
        record.changesTree = places.changesTree
        listLayers()
        if !catalogEdits.isEmpty { try sink.edit(root, catalogEdits) }
    }

    /// Adds overlays on top of a page, the first overlay lowest, and annotations after the page's own.
    private mutating func add(
        _ overlays: [PageOverlay], _ annotations: [PageAnnotation], to leaf: PageTree.Leaf, index: Int
    ) throws(PDFObjectsError) {
        let frame = record.frames[index]
        let copy = try places.copy(of: leaf, index: index, in: &sink)
        let page: ObjectID
        if let copy { page = copy.id } else { page = try sink.number(of: leaf.page) }
        var edits =
            overlays.isEmpty && frame == nil ? [] : try content(of: leaf, index: index, page: page, under: overlays)
        if !annotations.isEmpty || newWidgets.byPage[index] != nil {
            // Keys go through tagged annotations in the order of the structure (ISO 14289-1, 7.18.3).
            if structure != nil, leaf.page["/Tabs"] == nil { edits.append(("/Tabs", .text("/S"))) }
            edits.append(("/Annots", try annotationList(of: leaf, index: index, page: page, adding: annotations)))
        }
        if let frame {
            let geometry = leaf.geometry.framed(frame)
            edits.append(("/MediaBox", .rect(geometry.mediaBox)))
            edits.append(("/CropBox", .rect(geometry.displayBox)))
        } else if let mended = leaf.cropBoxToMend {
            edits.append(mended)
            notes.append(
                "Page \(index + 1): Its crop box lies outside of the page and was replaced by the page's size.")
        }
        guard let copy else { return try sink.edit(leaf.page, edits) }
        edits.append(("/Parent", .reference(copy.parent)))
        try sink.set(copy.id, to: .edited(leaf.page, edits), isCompressible: false)
    }
}

/// New objects that several pages share. Each is written once.
struct SharedObjects {
    /// The stream that saves the graphics state before a page's own content.
    var prefix: ObjectID?
    /// Copies of direct dictionaries in resources that pages share.
    var parts: [SharedPart: ObjectID] = [:]
    /// Other values by their PDF text, such as the resources of annotations' forms.
    var values: [PDFText: ObjectID] = [:]
    /// Fonts.
    var fonts: [EmbeddedFont: ObjectID] = [:]
    /// Type 3 fonts.
    var drawnFonts: [DrawnFont: ObjectID] = [:]
    /// Patterns.
    var patterns: [StencilPattern: ObjectID] = [:]
    /// Pictures.
    var pictures: [EmbeddedPicture: ObjectID] = [:]
    /// Optional content groups.
    var layers: [DocumentLayer: ObjectID] = [:]
    /// Pages of other documents.
    var pages: [EmbeddedPage: ObjectID] = [:]
}

/// A record of what changes have written and where, for checking the result.
struct ChangeRecord {
    /// The forms added to each page and their names in its resources, by the page's index.
    var forms: [Int: [(name: String, id: ObjectID)]] = [:]
    /// The annotations added to each page, by the page's index.
    var annotations: [Int: [ObjectID]] = [:]
    /// The file specification of the embedded file, and its key if it is in the name tree.
    var embedded: (specification: ObjectID, key: [UInt8]?)?
    /// The full names of fields that were written.
    var filled: [String] = []
    /// The frames to which pages have grown, by the page's index.
    var frames: [Int: Rect] = [:]
    /// Whether nodes of the page tree have changed, not counting pages.
    var changesTree = false

    /// The indices of the changed pages, in ascending order.
    var pages: [Int] { Set(forms.keys).union(annotations.keys).union(frames.keys).sorted() }
}
