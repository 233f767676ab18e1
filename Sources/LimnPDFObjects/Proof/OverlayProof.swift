// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
package import LimnGeometry

/// Proves from the bytes of an appended export that a page shows what it showed before, below paths that are known.
///
/// ``UpdateAudit`` has shown that the update replaces no other objects of the original than pages with ink and their
/// ancestors. This proof reads what the page refers to now: its own streams, unchanged and in order, between operators that
/// save and restore the graphics state; its own resources, and forms under names that nothing used; and in these forms, only
/// paths. It trusts no report of whoever wrote the export. Whatever it does not know is no proof: then the page is drawn.
struct OverlayProof {
    let original: ObjectDocument
    let export: ObjectDocument
    /// The page, counted from 0.
    let index: Int

    /// Returns the paths that were added; nil without a proof.
    func paths() throws(PDFObjectsError) -> [OverlayPath]? {
        let (old, new) = (try original.tree.leaf(at: index), try export.tree.leaf(at: index))
        // Whatever libqpdf had to repair, other readers may repair differently.
        let warnings = export.takeWarnings()
        guard warnings.isEmpty, let id = old.page.identity, new.page.identity == id, old.geometry == new.geometry,
            old.cropBoxToMend == nil, try hasOnlyLinks(old.page, new.page), !isKnockout(old.page),
            let names = try names(old.page, new.page), let resources = new.page["/Resources"], resources.isDictionary,
            try keeps(old.inherited { $0["/Resources"] }, resources, adding: Set(names))
        else { return nil }
        var paths: [OverlayPath] = []
        for name in names {
            guard let form = resources["/XObject"]?["/" + name],
                let added = try self.paths(of: form, new.geometry.userToPage)
            else { return nil }
            paths += added
        }
        return export.takeWarnings().isEmpty ? paths : nil
    }

    /// Whether the page has the annotations that it had, and only links, which show nothing over ink but their borders.
    private func hasOnlyLinks(_ old: PDFObject, _ new: PDFObject) throws(PDFObjectsError) -> Bool {
        guard let annotations = old["/Annots"] else { return new["/Annots"] == nil }
        guard let kept = new["/Annots"], try annotations.unparsed() == (try kept.unparsed()) else { return false }
        return annotations.isArray
            && annotations.items.allSatisfy { $0["/Subtype"]?.isName("/Link") == true && $0["/AP"] == nil }
    }

    /// Whether the page is a group in which later content knocks out earlier content.
    private func isKnockout(_ page: PDFObject) -> Bool { page["/Group"].map { $0["/K"] != nil } ?? false }

    /// Returns the names of the forms that are painted after the page's own content, which is unchanged and restores every
    /// state; nil if something else is painted.
    private func names(_ old: PDFObject, _ new: PDFObject) throws(PDFObjectsError) -> [String]? {
        guard let contents = new["/Contents"], contents.isArray else { return nil }
        let streams = old["/Contents"].map { $0.isArray ? $0.items : [$0] } ?? []
        guard streams.allSatisfy({ $0.isStream && $0.identity != nil }),
            contents.count == (streams.isEmpty ? 1 : streams.count + 2)
        else { return nil }
        var own: [UInt8] = []
        for (place, stream) in streams.enumerated() {
            guard contents.item(place + 1)?.identity == stream.identity, let data = try stream.decodedData() else {
                return nil
            }
            own += data + [10]
        }
        let scan = ContentScanner.scan(own)
        guard scan.isBalanced, !scan.isReadDifferently, own.offsets(of: "/LimnInk").isEmpty,
            own.offsets(of: "#").isEmpty, !Self.isAmbiguous(own),
            let last = try contents.item(contents.count - 1).flatMap(Self.plainData)
        else { return nil }
        var suffix = String(decoding: last, as: UTF8.self)[...]
        if !streams.isEmpty {
            guard try contents.item(0).flatMap(Self.plainData) == Array("q\n".utf8), suffix.hasPrefix("\n0 0 m n Q\n")
            else {
                return nil
            }
            suffix = suffix.dropFirst("\n0 0 m n Q\n".count)
        }
        return Self.painted(suffix)
    }

    /// Returns the names of forms that operators paint, each on a line of its own; nil for other operators.
    private static func painted(_ operators: Substring) -> [String]? {
        guard operators.last == "\n" else { return nil }
        var names: [String] = []
        for line in operators.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            var words = line.split(separator: " ", omittingEmptySubsequences: false)
            if words.first == "/Artifact" {
                guard words.count == 7, words[1] == "BMC", words[6] == "EMC" else { return nil }
                words = Array(words[2..<6])
            }
            guard words.count == 4, words[0] == "q", words[2] == "Do", words[3] == "Q", words[1].hasPrefix("/LimnInk"),
                words[1].utf8.dropFirst("/LimnInk".utf8.count).allSatisfy({ (48...57).contains($0) })
            else { return nil }
            names.append(String(words[1].dropFirst()))
        }
        return Set(names).count == names.count ? names : nil
    }

    /// Whether readers may divide content differently: it has inline images, or words such as `1q`.
    private static func isAmbiguous(_ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            while let token = tokens.next() {
                if tokens.hasGluedNumbers || token.kind == .word && tokens.word(token) == "BI" { return true }
            }
            return false
        }
    }

    /// Returns the data of a new stream that only FlateDecode has encoded, if anything, and that says nothing else than its
    /// length; nil for other streams.
    private static func plainData(_ stream: PDFObject) throws(PDFObjectsError) -> [UInt8]? {
        try data(of: stream, with: [])
    }

    /// Returns the same of a stream whose dictionary may have other keys, too.
    private static func data(of stream: PDFObject, with keys: [String]) throws(PDFObjectsError) -> [UInt8]? {
        guard stream.isStream, let dictionary = stream.dictionary,
            Set(dictionary.keys).isSubset(of: Set((keys + ["/Length", "/Filter"]).map { Array($0.utf8CString) })),
            dictionary["/Length"]?.int != nil, dictionary["/Filter"]?.isName("/FlateDecode") ?? true
        else { return nil }
        return try stream.decodedData()
    }

    /// Whether resources have all that they had, and besides only forms of these names.
    private func keeps(
        _ old: PDFObject?, _ new: PDFObject, adding names: Set<String>
    ) throws(PDFObjectsError) -> Bool {
        guard old?.isDictionary ?? true else { return false }
        let keys = Set(old?.keys ?? [])
        let forms = Array("/XObject".utf8CString)
        guard Set(new.keys).subtracting([forms]) == keys.subtracting([forms]) else { return false }
        for key in keys where key != forms {
            guard let before = old?[key], let after = new[key],
                try before.unparsedResolved() == (try after.unparsedResolved())
            else { return false }
        }
        let (before, after) = (old?["/XObject"], new["/XObject"])
        let added = names.map { Array("/\($0)".utf8CString) }
        guard before?.isDictionary ?? true, let after, after.isDictionary,
            Set(after.keys) == Set(before?.keys ?? []).union(added), added.allSatisfy({ before?[$0] == nil })
        else { return false }
        for key in before?.keys ?? [] {
            guard try before?[key]?.unparsed() == (try after[key]?.unparsed()) else { return false }
        }
        return true
    }

    /// Returns the paths of a form that the original does not have; nil if it has something else.
    private func paths(of form: PDFObject, _ toPage: AffineTransform) throws(PDFObjectsError) -> [OverlayPath]? {
        guard form.isStream, let id = form.identity, try original.file.object(id).isNull,
            form["/Subtype"]?.isName("/Form") == true, let box = form["/BBox"]?.rect,
            let matrix = form["/Matrix"]?.transform, matrix.isUpright, let resources = form["/Resources"],
            let states = try Self.states(resources),
            let content = try Self.data(
                of: form, with: ["/Type", "/Subtype", "/BBox", "/Matrix", "/Resources", "/StructParents"])
        else { return nil }
        let toPage = matrix.then(toPage)
        var reader = OverlayReader(toPage, states)
        guard reader.read(content) else { return nil }
        // Nothing is cut off that could be seen.
        let clip = toPage.apply(box).expanded(by: 0.1)
        for path in reader.paths {
            guard let bounds = path.bounds, clip.contains(bounds.corners[0]), clip.contains(bounds.corners[2]) else {
                return nil
            }
        }
        return reader.paths
    }

    /// Returns the graphics states of a form's resources, whose color spaces are those of the device; nil if there is
    /// anything else.
    private static func states(
        _ resources: PDFObject
    ) throws(PDFObjectsError) -> [String: OverlayReader.BlendState]? {
        guard Set(resources.keys).isSubset(of: [Array("/ColorSpace".utf8CString), Array("/ExtGState".utf8CString)]),
            let spaces = resources["/ColorSpace"], spaces.keys.count == 3,
            ["Gray", "RGB", "CMYK"].allSatisfy({ spaces["/Default\($0)"]?.isName("/Device\($0)") == true })
        else { return nil }
        func isOpacity(_ value: PDFObject?) -> Bool {
            guard let value else { return true }
            return value.number.map { (0...1).contains($0) } ?? false
        }
        var states: [String: OverlayReader.BlendState] = [:]
        let known = Set(["/Type", "/ca", "/CA", "/BM"].map { Array($0.utf8CString) })
        for key in resources["/ExtGState"]?.keys ?? [] {
            guard let name = String(validating: key.dropLast(), as: UTF8.self), name.hasPrefix("/G"),
                name.utf8.dropFirst(2).allSatisfy({ (48...57).contains($0) }),
                let state = resources["/ExtGState"]?[key], Set(state.keys).isSubset(of: known),
                isOpacity(state["/ca"]), isOpacity(state["/CA"])
            else { return nil }
            var multiplies: Bool?
            if let mode = state["/BM"] {
                guard mode.isName("/Normal") || mode.isName("/Multiply") else { return nil }
                multiplies = mode.isName("/Multiply")
            }
            states[name] = .init(
                fillAlpha: state["/ca"]?.number, strokeAlpha: state["/CA"]?.number, multiplies: multiplies)
        }
        return states
    }
}

extension AffineTransform {
    /// Whether the transform maps rectangles to rectangles.
    fileprivate var isUpright: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}

extension PDFObject {
    /// The transform that an array of six numbers describes; nil for other objects.
    fileprivate var transform: AffineTransform? {
        let numbers = items.compactMap(\.number)
        guard count == 6, numbers.count == 6 else { return nil }
        return AffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
}

extension ObjectDocument {
    /// Proves that a page of an appended export shows what it showed in this document, below paths, and returns these. The
    /// export must have passed ``audit(appendedExport:inkedPages:allowsLayers:)``.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Returns: the paths in painting order; nil if the page must be drawn to be judged.
    package func provenOverlay(ofPage index: Int, inAppendedExport export: ObjectDocument) -> [OverlayPath]? {
        guard !isRebuilt, !export.isRebuilt else { return nil }
        return (try? OverlayProof(original: self, export: export, index: index).paths()) ?? nil
    }
}
