// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Returns whether a page has a radial shading that poppler draws differently from mutool and pdfium.
    ///
    /// Such a shading is extended at one end only, and its first circle is not strictly inside the second.
    ///
    /// The search covers the page's resources and the resources of the forms and patterns in them.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func hasOneSidedShading(onPage index: Int) throws(PDFObjectsError) -> Bool {
        let leaf = try tree.leaf(at: index)
        guard let resources = leaf.inherited({ $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }) else {
            return false
        }
        var walk = TreeWalk()
        walk.push(resources)
        while let resources = walk.pop() {
            for shading in resources["/Shading"]?.values ?? [] where shading.isOneSided { return true }
            for pattern in resources["/Pattern"]?.values ?? [] {
                if pattern["/Shading"]?.isOneSided == true { return true }
                if let inner = pattern["/Resources"], inner.isDictionary { walk.push(inner) }
            }
            for form in resources["/XObject"]?.values ?? [] {
                if let inner = form["/Resources"], inner.isDictionary { walk.push(inner) }
            }
        }
        return false
    }
}

extension PDFObject {
    fileprivate var isOneSided: Bool {
        guard self["/ShadingType"]?.int == 3, let extend = self["/Extend"]?.items, extend.count == 2,
            extend[0].bool != extend[1].bool, let c = self["/Coords"]?.items.compactMap(\.number), c.count == 6
        else { return false }
        let distance = ((c[3] - c[0]) * (c[3] - c[0]) + (c[4] - c[1]) * (c[4] - c[1])).squareRoot()
        return distance + c[2] >= c[5]
    }
}
