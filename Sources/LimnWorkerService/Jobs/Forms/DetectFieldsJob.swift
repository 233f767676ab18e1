// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFormDetection
internal import LimnForms
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension DetectFieldsJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        guard first >= 1, first <= last, last - first < Self.limit, last <= (try document.pictures().pageCount) else {
            throw WorkerSession.invalidRequest
        }
        // A document that only poppler can read has words, but no fields and no shapes.
        let fields = (try? document.form())?.fields ?? []
        let found = try (first...last).flatMap { number in
            let sheet = try SheetPage(page: number, of: document, with: fields)
            let places =
                if sheet.isScan, let scan = try? ScanReader(page: number, of: document, sheet) {
                    FieldDetector.fields(on: scan, number: number)
                } else {
                    FieldDetector.fields(on: sheet, number: number)
                }
            return places.prefix(Self.fieldLimit)
        }
        let bytes = Array(try JSONEncoder().encode(found))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}
