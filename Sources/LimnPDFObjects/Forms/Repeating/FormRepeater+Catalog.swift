// SPDX-License-Identifier: GPL-3.0-or-later

extension FormRepeater {
    /// Adds the fields of a copy to the form, below a field with the copy's name.
    func addFields(
        _ roots: [PDFObject], of copy: FormCopy, to fields: PDFObject
    ) throws(PDFObjectsError) {
        let group = try file.makeIndirect(try file.newDictionary())
        let kids = try file.newArray()
        for root in roots {
            if root["/T"] == nil {
                // A nameless dictionary below a field would be a widget of that field, so this one gets the name
                // itself.
                try root.set("/T", try file.parsed(.textString(copy.name)))
                try fields.append(root)
            } else {
                try root.set("/Parent", group)
                try kids.append(root)
            }
        }
        guard kids.count > 0 else { return }
        try group.set("/T", try file.parsed(.textString(copy.name)))
        try group.set("/Kids", kids)
        try fields.append(group)
    }

    /// Sets the form's fields and removes entries that do not support copies, such as XFA and the calculation order.
    func finishForm(_ fields: PDFObject, in root: PDFObject) throws(PDFObjectsError) {
        let form: PDFObject
        if let old = root["/AcroForm"], old.isDictionary {
            form = old
        } else {
            form = try file.newDictionary()
            try form.set("/DA", try file.parsed(.textString("/Helv 0 Tf 0 g")))
            try root.set("/AcroForm", form)
        }
        try form.set("/Fields", fields)
        for key in ["/CO", "/XFA"] where form[key] != nil { try form.remove(key) }
        if root["/NeedsRendering"] != nil { try root.remove("/NeedsRendering") }
    }

    /// Returns an outline with a bookmark for each copy, which leads to the copy's first page.
    func outline(_ copies: [FormCopy], _ pages: [PDFObject]) throws(PDFObjectsError) -> PDFObject {
        let outline = try file.makeIndirect(try file.newDictionary())
        var items: [PDFObject] = []
        for (copy, page) in zip(copies, pages) {
            let item = try file.makeIndirect(try file.newDictionary())
            let place = try file.newArray()
            try place.append(page)
            try place.append(try file.newName("/Fit"))
            try item.set("/Title", try file.parsed(.textString(copy.title)))
            try item.set("/Parent", outline)
            try item.set("/Dest", place)
            if let last = items.last {
                try last.set("/Next", item)
                try item.set("/Prev", last)
            }
            items.append(item)
        }
        try outline.set("/Type", try file.newName("/Outlines"))
        try outline.set("/Count", try file.newInteger(items.count))
        if let first = items.first, let last = items.last {
            try outline.set("/First", first)
            try outline.set("/Last", last)
        }
        return outline
    }
}
