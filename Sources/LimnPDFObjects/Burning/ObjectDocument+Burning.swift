// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Paints the appearances of all annotations and form fields into the content of their pages, and removes the
    /// annotations and the form. Links, the outline and destinations stay.
    ///
    /// The parameter says whether the view on the screen or on paper is painted. Annotations that do not show there are
    /// removed and listed in the report.
    ///
    /// Appearances are painted as they are, by reference, in the order of the annotations, each in its place by ISO
    /// 32000-2, 12.5.5. No appearance is generated: annotations without one are listed. Optional content stays
    /// optional, so viewers show and print it as before. Tagged content stays tagged. The form is removed with its XFA
    /// part and its scripts, and signatures with the permissions that they grant. Files attached to annotations are
    /// removed with them.
    ///
    /// Call it before ``rewritten()``, and before ``addOverlay(_:toPage:)``, so that overlays lie above. If it throws,
    /// the document is partly burned and must not be used.
    ///
    /// - Parameter view: the screen or paper.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `tooComplex`, `damaged`, `outOfMemory`.
    public func burnAnnotations(as view: BurnedView = .screen) throws(PDFObjectsError) -> BurnReport {
        try burn(Burner(file, view: view))
    }

    /// Paints the appearances of form fields only into the content of their pages, and removes the form, as
    /// ``burnAnnotations(as:)`` does. Other annotations stay and lie above.
    ///
    /// - Throws: ``PDFObjectsError`` as ``burnAnnotations(as:)``.
    public func burnFields() throws(PDFObjectsError) -> BurnReport {
        try burn(Burner(file, view: .screen, keepsAnnotations: true))
    }

    private func burn(_ burner: Burner) throws(PDFObjectsError) -> BurnReport {
        var burner = burner
        try rewrite { writer throws(PDFObjectsError) in
            let count = try tree.count()
            guard count > 0 else { throw PDFObjectsError(.noPages) }
            for index in 0..<count { try burner.burn(try tree.leaf(at: index), index: index, into: &writer) }
            try burner.finish(&writer)
        }
        return burner.report
    }
}
