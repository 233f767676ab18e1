// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPDFObjects
internal import TestSupport

/// An annotation with a normal appearance of its own.
struct TestAnnotation {
    /// The entries of its dictionary; `FORM` stands for a reference to its appearance.
    var entries: String
    /// The operators of its appearance.
    var form = "1 0 0 rg 0 0 5 10 re f"
    /// The entries of the appearance's dictionary.
    var formEntries = "/Type /XObject /Subtype /Form /BBox [0 0 20 10] /Resources << >>"

    /// A stamp that prints, with its appearance.
    static func stamp(_ rect: String, _ form: String, _ entries: String = "") -> TestAnnotation {
        TestAnnotation(entries: "/Subtype /Stamp /F 4 /AP << /N FORM >> /Rect [\(rect)] \(entries)", form: form)
    }

    /// A field of a form that prints, with its appearance.
    static func field(_ name: String, _ entries: String = "/F 4 /AP << /N FORM >>") -> TestAnnotation {
        TestAnnotation(entries: "/Subtype /Widget /FT /Tx /T (\(name)) /Rect [10 10 50 30] \(entries)")
    }
}

extension TestPDF {
    /// A page with annotations; its content is object 4, the annotations are 5, 7, 9 and so on.
    static func annotated(
        _ annotations: [TestAnnotation], content: String = "q", page: String = "/MediaBox [0 0 200 100]",
        catalog: String = ""
    ) -> TestPDF {
        let list = annotations.indices.map { "\(5 + 2 * $0) 0 R" }.joined(separator: " ")
        var pdf = TestPDF(pages: ["\(page) /Contents 4 0 R /Annots [\(list)]"], catalog: catalog)
        pdf.add(stream: content)
        for (index, annotation) in annotations.enumerated() {
            let entries = annotation.entries.replacingOccurrences(of: "FORM", with: "\(6 + 2 * index) 0 R")
            pdf.add("<< /Type /Annot \(entries) >>")
            pdf.add(stream: annotation.form, annotation.formEntries)
        }
        return pdf
    }
}

/// A document before and after burning, as files.
struct Burnt {
    let report: BurnReport
    let original: String
    let output: String
    private let folder: TemporaryFolder

    init(
        _ bytes: [UInt8], as view: BurnedView = .screen, _ change: (ObjectDocument) throws -> Void = { _ in }
    ) throws {
        let document = try ObjectDocument(bytes: bytes)
        report = try document.burnAnnotations(as: view)
        try change(document)
        folder = try TemporaryFolder()
        original = try folder.write(bytes, "original.pdf")
        output = try folder.write(try document.rewritten(), "output.pdf")
    }

    init(
        _ pdf: TestPDF, as view: BurnedView = .screen, _ change: (ObjectDocument) throws -> Void = { _ in }
    ) throws {
        try self.init(pdf.bytes, as: view, change)
    }

    /// The bytes of the output.
    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: output))) }

    /// The job of judging it; viewers make up appearances where one is missing or may be stale.
    var job: BurnJudge.Job {
        let isComplete = report.leftOut.isEmpty && report.doubtful.isEmpty
        return .init(original: original, output: output, isComplete: isComplete)
    }

    /// What is wrong with the output, by other tools.
    func harm() throws -> [String] { try BurnJudge.harm([job]).flatMap { $0 } }
}
