// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster
internal import SystemPackage

extension DoctorJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let libraries = [
            ("poppler", PopplerLibrary.version), ("cairo", CairoLibrary.version), ("qpdf", QPDFLibrary.version),
            ("libdeflate", DeflateLibrary.version), ("libjpeg-turbo", JPEGLibrary.version),
            ("libwebp", WebPLibrary.version),
        ]
        return Answer(
            libraries: libraries.map { Library(name: $0.0, version: $0.1) }, pango: PangoLibrary.version,
            missingFonts: BaseFonts.names.filter { !BaseFonts.draws($0) })
    }
}

/// A selection of the standard 14 fonts, which PDFs use without embedding them.
private enum BaseFonts {
    static let names = [
        "Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic", "Courier", "Symbol", "ZapfDingbats",
    ]

    /// Whether text in a non-embedded font leaves marks on a page.
    static func draws(_ font: String) -> Bool {
        let content = "BT /F 40 Tf 5 5 Td (a) Tj ET"
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 50]/Contents 4 0 R/Resources<</Font<</F<</Type/Font\
            /Subtype/Type1/BaseFont/\(font)>>>>>>>>endobj
            4 0 obj<</Length \(content.utf8.count)>>stream
            \(content)
            endstream endobj
            trailer<</Root 1 0 R>>
            """
        guard let page = try? PDFDocument(bytes: Array(pdf.utf8)).page(1), let picture = try? page.render(.dpi(72))
        else { return false }
        return picture.withUnsafeMutableBytes { bytes in bytes.contains { $0 < 128 } }
    }
}
