// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

extension FlattenJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let (output, document) = (descriptors[0], try session.document())
        let work = FlattenWork(self, on: document, drawings: try drawings(from: try session.ink(descriptors[1])))
        var made = try session.drawing { try work.run() }
        made.report.bytes = made.bytes.count
        try session.write(made.bytes, to: output)
        try document.input.checkUnchanged()
        return made.report
    }

    /// Returns the ink by page number.
    private func drawings(from ink: InkDocument) throws -> [Int: Drawing] {
        guard pageCount >= 1, unit > 0, unit.isFinite else { throw WorkerSession.invalidRequest }
        var drawings: [Int: Drawing] = [:]
        for page in ink.pages {
            if case .pdf(let number) = page.background { drawings[number] = page.drawing }
        }
        guard drawings.keys.allSatisfy({ (1...pageCount).contains($0) }),
            frames.keys.allSatisfy({ drawings[$0] != nil }),
            frames.values.allSatisfy({ $0.isFinite && !$0.isEmpty })
        else { throw WorkerSession.invalidRequest }
        return drawings
    }
}
