// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

extension OpenJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        session.close()
        let input = try InputFile(adopting: try descriptors[0].duplicate(), named: FilePath(bytes: path))
        let opened = Template(input, access: access)
        let count = try opened.pictures().pageCount
        if let note = opened.repairNote { session.process.warn(LibraryText.mark + note) }
        session.keepOpen(opened, access: access)
        return Answer(pageCount: count, renderer: "poppler \(PopplerLibrary.version)")
    }
}
