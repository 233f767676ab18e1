// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// An engine that did not draw or write what it is asked to judge.
public enum Engine: String, CaseIterable, Sendable {
    /// MuPDF's mutool; it honors /UserUnit.
    case mupdf
    /// pdfium through pypdfium2; it ignores /UserUnit.
    case pdfium
    /// Poppler's Splash back end through pdftoppm, which draws the CropBox here; it ignores /UserUnit.
    case splash

    /// Draws a page of a PDF as displayed, on white.
    ///
    /// - Parameters:
    ///   - page: numbered from 1.
    ///   - dpi: pixels per 72 units (mupdf: per 72 points).
    ///   - allowsErrors: whether the engine may find errors in the page if it draws it.
    public func draw(_ pdf: String, page: Int = 1, dpi: Int = 150, allowsErrors: Bool = false) throws -> Picture {
        let folder = try TemporaryFolder()
        let out = folder.path("page.ppm")
        let done: Finished
        switch self {
        case .mupdf:
            done = try run(
                try Requirement.tool("mutool"), "draw", "-q", "-F", "pnm", "-c", "rgb", "-r", "\(dpi)", "-o", out,
                pdf, "\(page)")
        case .pdfium:
            _ = try python("pdfium_draw", pdf, "\(page)", "\(dpi)", out)
            done = Finished(status: 0, stdout: [], stderr: "")
        case .splash:
            done = try run(
                try Requirement.tool("pdftoppm"), "-cropbox", "-singlefile", "-r", "\(dpi)", "-f", "\(page)", "-l",
                "\(page)", pdf, folder.path("page"))
        }
        guard done.status == 0 || allowsErrors, let data = try? Data(contentsOf: URL(fileURLWithPath: out)),
            let picture = Picture(ppm: Array(data))
        else { throw DrawFailure(engine: self, file: pdf, output: done.stderr) }
        return picture
    }

    struct DrawFailure: Error, CustomStringConvertible {
        let engine: Engine
        let file: String
        let output: String
        var description: String { "\(engine) could not draw \(file): \(output)" }
    }
}
