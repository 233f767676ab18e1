// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension LastExportJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        guard let export = try session.document().original().lastExport() else {
            return Answer(baseSize: nil, isInContents: false, itemsBelow: 0, bytes: 0)
        }
        let ink = try NativeInk.encode(try NativeInk.decode(export.sourceInk), precision: .lossless)
        try session.write(ink, to: descriptors[0])
        // Ink that cannot be read is left out of listings, too.
        let below = export.earlierInk.compactMap { try? NativeInk.decode($0) }.flatMap(\.pages)
            .filter { $0.background == .pdf(page: page) }
        return Answer(
            baseSize: export.baseSize, isInContents: export.isInContents,
            itemsBelow: below.map(\.drawing.objects.count).reduce(0, +), bytes: ink.count)
    }
}
