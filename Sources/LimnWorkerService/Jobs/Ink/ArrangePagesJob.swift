// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension ArrangePagesJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let order = try BoundedJSON.decode(Order.self, from: Data(try session.bytes(descriptors[1])))
        let document = try session.document()
        let objects = try document.original()
        var geometries: [PageGeometry] = []
        for number in order.pages { geometries.append(try objects.pageGeometry(at: number - 1)) }
        let rulings = order.papers.map(\.paper).map { paper in
            Ruling(style: paper.style, settings: paper.settings, paper: paper.color, size: paper.size)
        }
        let new = zip(order.papers, rulings).map { page, ruling in
            NewPage(following: page.follows, size: page.paper.size, color: page.paper.color, ruling: ruling)
        }
        try objects.arrange(order.pages.map { $0 - 1 }, inserting: new)
        let turns = order.turns.map { PageGeometry.Rotation(degrees: $0) }
        try objects.turn(turns)
        let bytes = try objects.rewritten()
        try Self.check(
            bytes, password: session.access.password, geometries, papers: order.papers.map(\.follows), turns)
        try session.write(bytes, to: descriptors[0])
        try document.input.checkUnchanged()
        return Answer(bytes: bytes.count, unknown: rulings.indices.filter { rulings[$0] == nil })
    }

    /// Reads the new document back and checks that every page is in its place.
    private static func check(
        _ bytes: [UInt8], password: String?, _ pages: [PageGeometry], papers: [Int], _ turns: [PageGeometry.Rotation]
    ) throws {
        let made = try ObjectDocument(bytes: bytes, password: password)
        var place = 0
        for number in 0...pages.count {
            if number > 0 {
                let turn = turns.indices.contains(place) ? turns[place] : .none
                guard try made.pageGeometry(at: place) == pages[number - 1].turned(turn) else {
                    throw LimnError(.unverified, "The pages could not be put in order; nothing is published.")
                }
                place += 1
            }
            place += papers.count { $0 == number }
        }
        guard try made.pageCount == place else {
            throw LimnError(.unverified, "The pages could not be put in order; nothing is published.")
        }
    }
}
