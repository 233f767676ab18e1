// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

extension TextJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        let pictures = try document.pictures()
        guard first >= 1, first <= last, last <= pictures.pageCount else { throw WorkerSession.invalidRequest }
        var text: [UInt8] = []
        for number in first...last {
            text += Array(try document.page(number, userUnit: 1).text.utf8)
            text.append(UInt8(ascii: "\u{c}"))
        }
        try session.write(text, to: descriptors[0])
        return Answer(bytes: text.count)
    }
}
