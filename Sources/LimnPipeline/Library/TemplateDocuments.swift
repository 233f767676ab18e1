// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnLibrary
internal import LimnWorker

/// What is made of the templates of many characters, once for each template, whichever thread asks first.
final class TemplateDocuments<Made: Sendable>: Sendable {
    private enum Entry: Sendable {
        /// Some thread is making it.
        case coming
        case made(Result<Made, LimnError>)
    }

    private let entries = Monitor<[TemplateID: Entry]>([:])
    private let make: @Sendable (TemplateID) throws(LimnError) -> Made

    init(_ make: @escaping @Sendable (TemplateID) throws(LimnError) -> Made) { self.make = make }

    /// What was made of a template, or now is.
    ///
    /// - Throws: ``LimnError``: why it could not be made, or that there is no template.
    func of(_ id: TemplateID?) throws(LimnError) -> Made {
        guard let id else { throw .noTemplate }
        let known = entries.wait { entries -> Result<Made, LimnError>?? in
            switch entries[id] {
            case .made(let result): return .some(result)
            case .coming: return nil
            case nil:
                entries[id] = .coming
                return .some(nil)
            }
        }
        if let known { return try known.get() }
        let result = Result { () throws(LimnError) in try make(id) }
        entries.change { $0[id] = .made(result) }
        return try result.get()
    }
}
