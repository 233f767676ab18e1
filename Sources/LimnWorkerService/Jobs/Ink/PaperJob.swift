// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

extension PaperJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let pages = try BoundedJSON.decode([Page].self, from: Data(try session.bytes(descriptors[1])))
        guard let first = pages.first else { throw WorkerSession.invalidRequest }
        var document = try PaperDocument(title: title, size: first.size)
        // Most pages of a notebook are alike, so rulings are reused.
        var rulings: [Page: Ruling?] = [:]
        for page in pages {
            let ruling =
                rulings[page]
                ?? Ruling(style: page.style, settings: page.settings, paper: page.color, size: page.size)
            rulings[page] = .some(ruling)
            try document.addPage(page.size, color: page.color, ruling: ruling)
        }
        let bytes = try document.finish()
        try session.write(bytes, to: descriptors[0])
        let unknown = pages.indices.filter { rulings[pages[$0]] == .some(nil) }
        return Answer(bytes: bytes.count, unknown: unknown)
    }
}
