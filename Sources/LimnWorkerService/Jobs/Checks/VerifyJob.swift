// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnJobs
internal import SystemPackage

extension VerifyJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        let verification = try session.verification(token: token, ink: descriptors[1])
        guard page >= 1 else { throw WorkerSession.invalidRequest }
        if let proven = try verification.prove(self, against: document, descriptors[0], session.access) {
            var answer = Answer(proven)
            answer.isProven = true
            return answer
        }
        _ = try verification.open(descriptors[0], session.access)
        return Answer(try session.drawing { try verification.verify(self, against: document, session.comparedCache) })
    }
}

extension VerifyJob.Answer {
    fileprivate init(_ finding: PageVerifier.Finding) {
        self.init(expected: finding.expected, changed: finding.changed, hidden: finding.hidden)
        switch finding.fault {
        case nil: break
        case .size(let size, let was): fault = .size(size, was: was)
        case .inkMissing(let share): fault = .inkMissing(share: share)
        case .changedElsewhere(let place, let levels): fault = .changedElsewhere(at: place, levels: levels)
        }
    }
}
