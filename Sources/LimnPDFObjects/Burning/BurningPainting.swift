// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The appearances to be painted on one page, in order.
struct BurningPainting {
    private var steps: [Step] = []
    /// The resources that the operators refer to, in the order of their names.
    private(set) var additions: [ResourceAddition] = []
    private var groups = BlendingGroups()

    private struct Step {
        let placement: AffineTransform
        /// The index of the form in `additions`.
        let form: Int
        let optional: Int?
        let mark: (tag: PDFText, number: Int)?
    }

    var isEmpty: Bool { steps.isEmpty }

    /// Adds an appearance. Entries that a form in page content must have are added to it if they are missing.
    mutating func add(
        _ appearance: BurningAppearance, of annotation: PDFObject, mark: (tag: PDFText, number: Int)?
    ) throws(PDFObjectsError) {
        let form = appearance.form
        let file = form.file
        if form["/Subtype"]?.isName("/Form") != true { try form.set("/Subtype", try file.newName("/Form")) }
        // A form without /Resources would use those of the page.
        if form["/Resources"] == nil { try form.set("/Resources", try file.newDictionary()) }
        // Viewers let an appearance blend with the page. As a group in page content, it would cover the page in poppler.
        if groups.blends(form) {
            if form["/Group"] != nil { try form.dictionary?.remove("/Group") }
            for group in groups.plain(below: form) { try group.dictionary?.remove("/Group") }
        }
        var optional: Int?
        if let group = annotation["/OC"], group.isDictionary {
            optional = additions.count
            let shared = group.isIndirect ? group : try file.makeIndirect(group)
            additions.append(ResourceAddition("/Properties", "/LimnOC", .object(shared)))
        }
        steps.append(Step(placement: appearance.placement, form: additions.count, optional: optional, mark: mark))
        additions.append(ResourceAddition("/XObject", "/LimnAn", .object(form)))
    }

    /// Returns the operators that paint all appearances, one line each.
    ///
    /// - Parameter names: the resource names of ``additions``, in order.
    func operators(names: [String]) -> PDFText {
        var text: PDFText = []
        for step in steps {
            if let mark = step.mark { text += mark.tag + PDFText("<</MCID \(mark.number)>>BDC ".utf8) }
            if let optional = step.optional { text += PDFText("/OC \(names[optional]) BDC ".utf8) }
            let m = step.placement
            let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { decimal($0) }.joined(separator: " ")
            text += PDFText("q \(numbers) cm \(names[step.form]) Do Q".utf8)
            if step.optional != nil { text += PDFText(" EMC".utf8) }
            if step.mark != nil { text += PDFText(" EMC".utf8) }
            text += [10]
        }
        return text
    }
}
