// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFormDetection
internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

extension DetectFieldsJob: PerformableValueJob {
    static let needsFonts = true

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        let document = try session.document()
        guard first >= 1, first <= last, last - first < Self.limit, last <= (try document.pictures().pageCount) else {
            throw WorkerSession.invalidRequest
        }
        let reader = SheetReader(document)
        return try (first...last).flatMap { try reader.places(onPage: $0).prefix(Self.fieldLimit) }
    }
}
