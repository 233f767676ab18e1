// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFRendering

/// Poppler's global tables, which it makes with the first open document and frees with the last.
///
/// They hold which system fonts stand in for missing fonts. Poppler applies a choice to similar names, too, so a page
/// may look different after other pages were drawn.
final class PopplerTables {
    /// Returns the number of times this process has searched for system fonts.
    private let fontSearches: () -> Int
    /// The number of searches when the tables were made.
    private var searchesAtStart = 0
    /// A small document that keeps the tables loaded; nil in a process that opens documents on several threads.
    private var keptOpen: PDFDocument?

    init(fontSearches: @escaping () -> Int) { self.fontSearches = fontSearches }

    /// Makes the tables, and keeps them between documents.
    func keep() {
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
            xref
            0 4
            0000000000 65535 f\u{20}
            0000000009 00000 n\u{20}
            0000000052 00000 n\u{20}
            0000000101 00000 n\u{20}
            trailer<</Size 4/Root 1 0 R>>
            startxref
            160
            %%EOF

            """
        keptOpen = try? PDFDocument(bytes: Array(pdf.utf8))
        searchesAtStart = searches
    }

    /// The number of searches of this process so far.
    var searches: Int { fontSearches() }

    /// Whether poppler has chosen system fonts since the tables were made.
    var holdChoices: Bool { keptOpen != nil && searches != searchesAtStart }

    /// Makes the tables again. The caller has closed all other documents.
    func renew() {
        keptOpen = nil
        keep()
    }
}
