// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Makes the appearances of all annotations and form fields part of their pages' content, and removes the
    /// annotations and the form. Links stay, and so do outline and destinations.
    ///
    /// Burnt is what shows on the screen, or what goes to paper; the rest is removed and named in the report.
    /// Appearances are painted as they are, by reference, in the order of the annotations, each in its place by
    /// ISO 32000-2, 12.5.5; none is made up: what has none is named. Optional content stays optional, so that viewers show
    /// and print it as before, and what is tagged stays tagged. The form goes with its XFA part and its scripts, the
    /// signatures with the permissions that they grant; files attached to annotations go with them.
    ///
    /// It is for ``rewritten()``, and goes before ``addOverlay(_:toPage:)`` so that overlays lie above. After a throw
    /// the document is burnt in part and of no use.
    ///
    /// - Parameter view: whether what the screen shows is burnt, or what goes to paper.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `tooComplex`, `damaged`, `outOfMemory`.
    public func burnAnnotations(as view: BurnedView = .screen) throws(PDFObjectsError) -> BurnReport {
        try burn(Burner(file, view: view))
    }

    /// Makes the appearances of form fields alone part of their pages' content, and removes the form, as
    /// ``burnAnnotations(as:)`` does. Other annotations stay as they are and lie above.
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
