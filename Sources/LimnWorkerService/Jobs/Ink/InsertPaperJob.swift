// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension InsertPaperJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let pages = try BoundedJSON.decode([Page].self, from: Data(try session.bytes(descriptors[1])))
        let objects = try session.document().objects()
        let rulings = pages.map(\.paper).map { paper in
            Ruling(style: paper.style, settings: paper.settings, paper: paper.color, size: paper.size)
        }
        let new = zip(pages, rulings).map { page, ruling in
            NewPage(following: page.follows, size: page.paper.size, color: page.paper.color, ruling: ruling)
        }
        let update: IncrementalUpdate
        do throws(PDFObjectsError) { update = try objects.update(inserting: new) } catch {
            guard error.code == .unsound else { throw error }
            return Answer(bytes: 0, refusal: error.cause)
        }
        try session.write(update.bytes, to: descriptors[0])
        return Answer(bytes: update.bytes.count, unknown: rulings.indices.filter { rulings[$0] == nil })
    }
}
