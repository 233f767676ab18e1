// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds transparency groups whose content blends with what is below the group (ISO 32000-2, 11.4). Poppler draws every
/// group as if it were isolated, so that such content covers what it should blend with.
struct BlendingGroups {
    /// The forms that were looked at, and whether they blend.
    private var known: [ObjectID: Bool] = [:]
    /// The maximum depth of forms in forms.
    private static let depthLimit = 16

    /// Returns whether a form, or a form in it, has a blend mode other than Normal.
    mutating func blends(_ form: PDFObject) -> Bool { blends(form, depth: 0) }

    private mutating func blends(_ form: PDFObject, depth: Int) -> Bool {
        if let identity = form.identity {
            if let answer = known[identity] { return answer }
            // A form in itself adds nothing.
            known[identity] = false
        }
        guard depth < Self.depthLimit, let resources = form["/Resources"] else { return false }
        var result = resources["/ExtGState"]?.values.contains(where: \.setsBlendMode) ?? false
        for inner in resources["/XObject"]?.values ?? [] where !result && inner["/Resources"] != nil {
            result = blends(inner, depth: depth + 1)
        }
        if let identity = form.identity { known[identity] = result }
        return result
    }

    /// Returns whether a form is a group that makes no difference in other viewers, but in poppler: its content blends,
    /// and it is neither isolated nor a knockout group.
    ///
    /// - Parameter resources: the resources of the content that paints the form. If they set transparency, the group makes
    ///   a difference.
    mutating func isPlain(_ form: PDFObject, in resources: PDFObject?) -> Bool {
        guard let group = form["/Group"], group["/I"]?.bool != true, group["/K"]?.bool != true else { return false }
        return resources?["/ExtGState"]?.values.contains(where: \.setsTransparency) != true && blends(form)
    }

    /// Returns the plain groups among the forms in a form.
    mutating func plain(below form: PDFObject) -> [PDFObject] {
        var found: [PDFObject] = []
        var walk = TreeWalk()
        if let resources = form["/Resources"] { walk.push(resources) }
        while let resources = walk.pop() {
            for inner in resources["/XObject"]?.values ?? [] where inner["/Subtype"]?.isName("/Form") == true {
                let isPlain = isPlain(inner, in: resources)
                if isPlain { found.append(inner) }
                if isPlain || inner["/Group"] == nil, let own = inner["/Resources"] { walk.push(own) }
            }
        }
        return found
    }
}

extension PDFObject {
    /// Whether a graphics state has an alpha below 1, a soft mask, or a blend mode other than Normal.
    fileprivate var setsTransparency: Bool {
        let alphas = [self["/CA"], self["/ca"]].compactMap { $0?.number }
        let isMasked = self["/SMask"].map { !$0.isName("/None") } ?? false
        return alphas.contains { $0 < 1 } || isMasked || setsBlendMode
    }

    fileprivate var setsBlendMode: Bool {
        let mode = self["/BM"]?.name ?? self["/BM"]?.item(0)?.name
        return mode.map { $0 != "Normal" && $0 != "Compatible" } ?? false
    }
}
