// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Changes pages of a document so that poppler draws them as other viewers do. The document is for drawing only.
///
/// The mends, each with what poppler would do without it:
///
/// | mend | poppler |
/// | --- | --- |
/// | items of /Contents that are no streams are left out | shows nothing of the page |
/// | operators that lack operands are left out | stops there |
/// | negative lengths of dashes become 0, and dashes of zeros solid lines | fails to draw the page |
/// | components of CMYK colors are limited | shows black or no color |
/// | a shading of two coordinates becomes a picture | shows one color, or does not end |
/// | a radial shading whose circles are apart becomes a picture | shows parts of it |
/// | glyphs of colored Type 3 fonts become forms | shows them in one color or not at all |
/// | glyphs that have no color of their own lose the colors that they set | shows these |
/// | pictures lose the color they were blended with (/Matte) | shows dark or light fringes |
/// | pictures with more than 32,767 pixels on a side are reduced | leaves them out |
/// | groups whose content blends with the page are dissolved where they have no other effect | covers what is below |
/// | a `Q` that nothing was saved for is left out if something follows it | shows nothing of what follows |
/// | a matrix without an inverse becomes an empty clip | ignores it |
/// | an axial shading without a length is left out | paints everything in one color |
/// | layers that are off in viewers are switched off | shows what is for print only |
/// | fields without an appearance get the border and the font that others assume | shows no border or no value |
/// | corners of highlights are put in the usual order | draws bow ties |
/// | highlights without a color show their own appearance | shows them black |
/// | a CropBox outside of the MediaBox is replaced | shows nothing of the page |
/// | a MediaBox without an area is replaced by that of a Letter page | shows nothing of the page |
/// | a CropBox that is larger than the MediaBox is cut off | shows parts of the page that are cropped |
final class PageMending {
    private let file: QPDFHandle
    /// Whether to find out only if something is to be mended.
    private let isDry: Bool
    /// Whether something was mended, or is to be.
    private(set) var isChanged = false
    /// The number after those in names of new resources.
    private(set) var nextName: Int
    /// The parts that may look different from other viewers, which no mend covers.
    private(set) var doubts: Set<MendingDoubt> = []
    private var seen: Set<ObjectID> = []
    private var pending: [Part] = []
    private var fonts: [ObjectID: ColorGlyphFont?] = [:]
    private var groups = BlendingGroups()
    private lazy var form = (try? file.root())?["/AcroForm"]
    /// Copies of groups that are no groups, by the group.
    private var ungrouped: [ObjectID: PDFObject] = [:]
    /// The forms that are no groups and are painted in a state with transparency.
    private var transparent: Set<ObjectID> = []

    /// A content stream with the resources it inherits and the area in which it paints.
    private struct Part {
        let stream: PDFObject
        let resources: PDFObject?
        let area: Rect

        /// Whether the stream begins with the graphics state of the content that paints it.
        var inheritsState: Bool { stream["/Group"] == nil }
    }

    /// The maximum number of streams of a page, and the maximum size in bytes of content that is read.
    private static let partLimit = 4096, sizeLimit = 32 << 20
    /// The maximum number of glyphs of a font that are read.
    private static let glyphLimit = 512

    /// - Parameter firstName: a number for the names of new resources, which no other mending of the document uses.
    init(_ file: QPDFHandle, isDry: Bool, firstName: Int = 1) {
        self.file = file
        self.isDry = isDry
        nextName = firstName
    }

    /// Mends a page.
    func mend(_ leaf: PageTree.Leaf) {
        var count = 0
        let resources = leaf.inherited { $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }
        attempt { () throws(PDFObjectsError) in try mendContents(leaf, resources) }
        visit(resources, area: leaf.geometry.mediaBox)
        for annotation in leaf.page["/Annots"]?.items ?? [] where annotation.isDictionary {
            attempt { () throws(PDFObjectsError) in try mend(annotation) }
            for look in annotation["/AP"]?.values ?? [] {
                for state in look.isStream ? [look] : look.values {
                    attempt { () throws(PDFObjectsError) in try dissolveGroups(of: state) }
                    push(state, resources)
                }
            }
        }
        while let part = pending.popLast(), count < Self.partLimit {
            count += 1
            attempt { () throws(PDFObjectsError) in try mend(part) }
        }
        pending = []
    }

    /// Reads a part. A part that cannot be read stays as it is.
    private func attempt(_ mend: () throws(PDFObjectsError) -> Void) { _ = try? mend() }

    /// Makes a change, or only remembers that there is one to make.
    private func change(_ body: () throws(PDFObjectsError) -> Void) throws(PDFObjectsError) {
        if !isDry { try body() }
        isChanged = true
    }

    // MARK: Pages

    private func mendContents(_ leaf: PageTree.Leaf, _ resources: PDFObject?) throws(PDFObjectsError) {
        if let box = leaf.cropBoxToDraw, let value = box.value {
            try change { () throws(PDFObjectsError) in
                try leaf.page.set("/CropBox", try file.parsed(try value.text()))
            }
        }
        if let box = leaf.inherited({ $0["/MediaBox"]?.rect }), box.isEmpty {
            let media = leaf.geometry.mediaBox
            let corners = [media.minX, media.minY, media.maxX, media.maxY].map { decimal($0) }.joined(separator: " ")
            try change { () throws(PDFObjectsError) in
                try leaf.page.set("/MediaBox", try file.parsed(PDFText("[\(corners)]".utf8)))
            }
        }
        guard let contents = leaf.page["/Contents"] else { return }
        let streams = contents.isStream ? [contents] : contents.items.filter(\.isStream)
        if contents.isArray, streams.count != contents.count {
            try change { () throws(PDFObjectsError) in
                let array = try file.newArray()
                for stream in streams { try array.append(stream) }
                try leaf.page.set("/Contents", array)
            }
        }
        var content: [UInt8] = []
        for stream in streams {
            guard let data = try stream.decodedData(), content.count + data.count <= Self.sizeLimit else { return }
            content += data + [10]
        }
        if let mended = mended(content, resources, area: leaf.geometry.mediaBox) {
            try change { () throws(PDFObjectsError) in
                try leaf.page.set("/Contents", try file.newStream(StreamData(mended, level: 1)))
            }
        }
    }

    private func mended(
        _ content: [UInt8], _ resources: PDFObject?, area: Rect, isTransparent: Bool = false
    ) -> [UInt8]? {
        content.withUnsafeBufferPointer { bytes in
            var mender = ContentMender(bytes, self, resources: resources, area: area, isTransparent: isTransparent)
            return mender.mended()
        }
    }

    private func mend(_ annotation: PDFObject) throws(PDFObjectsError) {
        for entry in WidgetDefaults.entries(for: annotation, form: form) {
            guard let value = entry.value else { continue }
            try change { () throws(PDFObjectsError) in
                try annotation.set(entry.key, try file.parsed(try value.text()))
            }
        }
        guard let quads = annotation["/QuadPoints"] else { return }
        let mended = quads.inCornerOrder
        if annotation["/Subtype"]?.isName("/Highlight") == true, mended != nil || annotation["/C"]?.count ?? 0 == 0,
            case .appearance = BurningAppearance.find(of: annotation, rotation: .none)
        {
            // Poppler draws highlights anew, whatever appearance they have.
            try change { () throws(PDFObjectsError) in try annotation.set("/Subtype", try file.newName("/Stamp")) }
        } else if let mended {
            try change { () throws(PDFObjectsError) in
                let text = mended.map { decimal($0) }.joined(separator: " ")
                try annotation.set("/QuadPoints", try file.parsed(PDFText("[\(text)]".utf8)))
            }
        }
    }

    // MARK: Streams

    /// Lets an appearance blend with the page. It is painted without transparency, so its plain groups have no effect of
    /// their own.
    private func dissolveGroups(of look: PDFObject) throws(PDFObjectsError) {
        guard look.isStream, groups.blends(look) else { return }
        for group in (groups.isPlain(look, in: nil) ? [look] : []) + groups.plain(below: look) {
            try change { () throws(PDFObjectsError) in try group.dictionary?.remove("/Group") }
        }
    }

    private func push(_ stream: PDFObject, _ resources: PDFObject?) {
        guard stream.isStream, stream.identity.map({ seen.insert($0).inserted }) ?? true else { return }
        guard let box = stream["/BBox"]?.rect else { return }
        pending.append(Part(stream: stream, resources: stream["/Resources"] ?? resources, area: box))
    }

    private func mend(_ part: Part) throws(PDFObjectsError) {
        if part.stream["/Group"]?["/K"]?.bool == true { doubts.insert(.knockoutGroup) }
        let isTransparent = part.inheritsState && part.stream.identity.map { transparent.contains($0) } ?? true
        if let data = try part.stream.decodedData(), data.count <= Self.sizeLimit,
            let mended = mended(data, part.resources, area: part.area, isTransparent: isTransparent)
        {
            try change { () throws(PDFObjectsError) in try part.stream.replaceData(StreamData(mended, level: 1)) }
        }
        // Patterns are replaced after the content was read, which may need the old ones.
        visit(part.resources, area: part.area)
    }

    /// Looks at resources, and mends what is not in the content of streams.
    private func visit(_ resources: PDFObject?, area: Rect) {
        guard let resources, resources.identity.map({ seen.insert($0).inserted }) ?? true else { return }
        for object in resources["/XObject"]?.values ?? [] where object.isStream {
            if object["/Subtype"]?.isName("/Image") == true {
                guard object.identity.map({ seen.insert($0).inserted }) ?? true else { continue }
                attempt { () throws(PDFObjectsError) in
                    guard let removal = MatteRemoval(object) else { return }
                    try change { () throws(PDFObjectsError) in try removal.run() }
                }
                for image in [object, object["/SMask"], object["/Mask"]].compactMap({ $0 })
                where HugePicture.isHuge(image) {
                    guard let picture = HugePicture(image) else {
                        doubts.insert(.hugePicture)
                        continue
                    }
                    attempt { () throws(PDFObjectsError) in
                        try change { () throws(PDFObjectsError) in try picture.run() }
                    }
                }
            } else {
                push(object, resources)
            }
        }
        if let patterns = resources["/Pattern"], patterns.isDictionary {
            for key in patterns.keys {
                guard let pattern = patterns[key], !Self.isOwn(String(cString: key.dropFirst().map { $0 })) else {
                    continue
                }
                if pattern.isStream {
                    push(pattern, resources)
                } else {
                    guard let shading = pattern["/Shading"] else { continue }
                    if ShadingPicture.isDoubtful(shading) { doubts.insert(.shading) }
                    guard ShadingPicture.isNeeded(for: shading) else { continue }
                    attempt { () throws(PDFObjectsError) in
                        try change { () throws(PDFObjectsError) in
                            try replace(pattern, shading, key, in: patterns, area)
                        }
                    }
                }
            }
        }
        for font in resources["/Font"]?.values ?? [] where font["/Subtype"]?.isName("/Type3") == true {
            guard font.identity.map({ seen.insert($0).inserted }) ?? true else { continue }
            visit(font["/Resources"], area: area)
            for glyph in font["/CharProcs"]?.values.prefix(Self.glyphLimit) ?? [] where glyph.isStream {
                attempt { () throws(PDFObjectsError) in
                    guard let data = try glyph.decodedData(), let plain = UncoloredGlyph.withoutColors(data) else {
                        return
                    }
                    try change { () throws(PDFObjectsError) in try glyph.replaceData(StreamData(plain, level: 1)) }
                }
            }
        }
        for state in resources["/ExtGState"]?.values ?? [] {
            if let form = state["/SMask"]?["/G"] { push(form, resources) }
            guard let dash = state["/D"], let array = dash.item(0), array.isArray else { continue }
            let lengths = (0..<min(64, array.count)).map { array.item($0)?.number ?? -1 }
            guard !ContentMender.isUsable(dash: lengths) else { continue }
            let text = ContentMender.usable(dash: lengths).map { decimal($0) }.joined(separator: " ")
            attempt { () throws(PDFObjectsError) in
                try change { () throws(PDFObjectsError) in
                    try state.set(
                        "/D", try file.parsed(PDFText("[[\(text)]\(decimal(dash.item(1)?.number ?? 0))]".utf8)))
                }
            }
        }
    }

    /// Replaces a pattern with a shading that poppler draws wrongly by a pattern with a picture.
    private func replace(
        _ pattern: PDFObject, _ shading: PDFObject, _ key: [CChar], in patterns: PDFObject, _ area: Rect
    ) throws(PDFObjectsError) {
        let matrix = pattern.formMatrix
        guard let back = matrix.inverted, let picture = ShadingPicture(of: shading, filling: back.apply(area)) else {
            return
        }
        let region = back.apply(area)
        var content = PDFText()
        if let background = shading["/Background"]?.items.compactMap(\.number), !background.isEmpty {
            let color = background.map { decimal($0) }.joined(separator: " ")
            let corners = [region.minX, region.minY, region.width, region.height].map { decimal($0) }.joined(
                separator: " ")
            content += PDFText("/Space cs \(color) scn \(corners) re f ".utf8)
        }
        if let box = shading["/BBox"]?.rect {
            let corners = [box.minX, box.minY, box.width, box.height].map { decimal($0) }.joined(separator: " ")
            content += PDFText("\(corners) re W n ".utf8)
        }
        content += ContentMender.painting("/Picture", picture.matrix)
        let tile = try file.newStream(StreamData(content, level: 1))
        let corners = [region.minX, region.minY, region.maxX, region.maxY].map { decimal($0) }.joined(separator: " ")
        let keys =
            "<</Type/Pattern/PatternType 1/PaintType 1/TilingType 2/BBox[\(corners)]"
            + "/XStep \(decimal(2 * region.width))/YStep \(decimal(2 * region.height))>>"
        let entries = try file.parsed(PDFText(keys.utf8))
        for key in entries.keys { if let value = entries[key] { try tile.set(key, value) } }
        if let own = pattern["/Matrix"] { try tile.set("/Matrix", own) }
        let (own, spaces, images) = (try file.newDictionary(), try file.newDictionary(), try file.newDictionary())
        if let space = shading["/ColorSpace"] { try spaces.set("/Space", space) }
        try images.set("/Picture", picture.image)
        try own.set("/ColorSpace", spaces)
        try own.set("/XObject", images)
        try tile.set("/Resources", own)
        try patterns.set(key, tile)
    }

    // MARK: What content needs

    private static let ownPrefix = "LimnMend"

    /// Returns whether mending made a resource with a name, which has no slash.
    static func isOwn(_ name: String) -> Bool { name.hasPrefix(ownPrefix) }

    /// Remembers that the page may look different.
    func doubt(_ doubt: MendingDoubt) { doubts.insert(doubt) }

    /// Returns whether a form is a group that has no effect of its own, if it is painted without transparency; poppler draws
    /// it as if it had one.
    func isPlainGroup(_ form: PDFObject) -> Bool { groups.isPlain(form, in: nil) }

    /// Remembers that a form, which is no group, hands on transparency to its content.
    func paintsTransparently(_ form: PDFObject) {
        if let id = form.identity { transparent.insert(id) }
    }

    /// Returns a copy of a form that is no group. It is mended, too.
    func ungrouped(_ form: PDFObject, _ resources: PDFObject?) throws(PDFObjectsError) -> PDFObject? {
        if let id = form.identity, let copy = ungrouped[id] { return copy }
        guard let data = try form.decodedData(), data.count <= Self.sizeLimit else { return nil }
        let copy = try file.newStream(StreamData(data, level: 1))
        let dropped = ["/Group", "/Filter", "/DecodeParms", "/Length"]
        for key in form.dictionary?.keys ?? [] where !dropped.contains(String(cString: key)) {
            if let value = form[key] { try copy.set(key, value) }
        }
        if let id = form.identity { ungrouped[id] = copy }
        push(copy, resources)
        return copy
    }

    /// Adds a stream to resources and returns its name with the slash; nil if that is impossible.
    ///
    /// - Parameter make: makes the stream. It is not called if nothing is to be changed now.
    func addResource(
        to resources: PDFObject?, kind: String, _ make: () throws(PDFObjectsError) -> PDFObject?
    ) -> String? {
        guard let resources else { return nil }
        if isDry { return "/Name" }
        let name = "/\(Self.ownPrefix)\(nextName)"
        nextName += 1
        do throws(PDFObjectsError) {
            guard let stream = try make() else { return nil }
            if resources[kind]?.isDictionary != true { try resources.set(kind, try file.newDictionary()) }
            try resources[kind]?.set(name, stream)
            return name
        } catch { return nil }
    }

    /// Returns a font as a colored one; nil if it is none.
    func colorFont(_ font: PDFObject) -> ColorGlyphFont? {
        guard let id = font.identity else { return ColorGlyphFont(font) }
        if let known = fonts[id] { return known }
        let read = ColorGlyphFont(font)
        fonts[id] = read
        return read
    }
}
