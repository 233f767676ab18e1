// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import SystemPackage

extension PDFInkJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let ink = try PDFInk(in: try session.document().objects())
        let native = try NativeInk.encode(ink.document, precision: .lossless)
        try session.write(native, to: descriptors[0])
        return Answer(
            sources: ink.sources, annotations: ink.annotations, messages: ink.messages, bytes: native.count)
    }
}
