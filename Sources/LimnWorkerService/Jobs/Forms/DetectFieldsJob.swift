// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFormDetection
internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

extension DetectFieldsJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        guard first >= 1, first <= last, last - first < Self.limit, last <= (try document.pictures().pageCount) else {
            throw WorkerSession.invalidRequest
        }
        let reader = SheetReader(document)
        let found = try (first...last).flatMap { try reader.places(onPage: $0).prefix(Self.fieldLimit) }
        let bytes = Array(try JSONEncoder().encode(found))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}
