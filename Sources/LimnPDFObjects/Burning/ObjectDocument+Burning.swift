// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Paints the appearances of all annotations and form fields into the content of their pages, and removes the
    /// annotations and the form. Links, the outline and destinations stay.
    ///
    /// Annotations that are not visible in the chosen view are removed and listed in the report.
    ///
    /// Appearances are painted unchanged, by reference, in the order of the annotations, and placed according to ISO
    /// 32000-2, 12.5.5. Annotations without an appearance are listed in the report. Optional
    /// content stays optional, so viewers show and print it as before. Tagged content stays tagged. The form is removed
    /// with its XFA part and its scripts, and signatures are removed with the permissions that they grant. Files
    /// attached to annotations are removed with them.
    ///
    /// Call it before ``rewritten()``, and before ``addOverlay(_:toPage:)``, so that overlays are on top. If it throws,
    /// the document is partly burned and must not be used.
    ///
    /// - Parameter view: the view to burn, on the screen or on paper.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `tooComplex`, `damaged`, `outOfMemory`.
    public func burnAnnotations(as view: BurnedView = .screen) throws(PDFObjectsError) -> BurnReport {
        try burn(Burner(file, view: view, drawn: drawnAnnotations))
    }

    /// Paints only the appearances of form fields into the content of their pages, and removes the form. Other
    /// annotations are kept and appear on top.
    ///
    /// Otherwise it works like ``burnAnnotations(as:)`` for the screen.
    ///
    /// - Throws: the errors of ``burnAnnotations(as:)``.
    public func burnFields() throws(PDFObjectsError) -> BurnReport {
        try burn(Burner(file, view: .screen, keepsAnnotations: true, drawn: drawnAnnotations))
    }

    /// Returns whether a page has visible annotations or form fields that may show words.
    ///
    /// - Parameter index: the page, counted from 0.
    package func showsWordsOfAnnotations(onPage index: Int) -> Bool {
        let wordless: Set<String> = [
            "Link", "Popup", "Ink", "Highlight", "Underline", "StrikeOut", "Squiggly", "Text",
        ]
        let list = try? tree.leaf(at: index).page["/Annots"]
        return list?.items.contains { annotation in
            annotation.isDictionary && !wordless.contains(annotation["/Subtype"]?.name ?? "")
                && annotation.reasonNotToBurn(as: .screen) == nil
        } ?? false
    }

    private func burn(_ burner: Burner) throws(PDFObjectsError) -> BurnReport {
        var burner = burner
        try rewrite { writer throws(PDFObjectsError) in
            let count = try tree.count()
            guard count > 0 else { throw PDFObjectsError(.noPages) }
            for index in 0..<count {
                do throws(PDFObjectsError) {
                    try burner.burn(try tree.leaf(at: index), index: index, into: &writer)
                } catch {
                    // A page that cannot be read does not stop the others.
                    guard error.code == .damaged || error.code == .internal || error.code == .unsupported else {
                        throw error
                    }
                    writer.notes.append(
                        "Page \(index + 1): its annotations stay as they are, because the page is damaged (\(error.cause))."
                    )
                }
            }
            try burner.finish(&writer)
        }
        return burner.report
    }
}
