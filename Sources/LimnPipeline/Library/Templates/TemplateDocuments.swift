// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnLibrary
internal import LimnWorker

/// Values that are made from templates and shared by many characters. Each value is made once, by the first thread that
/// needs it.
final class TemplateDocuments<Made: Sendable>: Sendable {
    private enum Entry: Sendable {
        /// A thread is making the value.
        case coming
        case made(Result<Made, LimnError>)
    }

    private let entries = Monitor<[TemplateID: Entry]>([:])
    private let make: @Sendable (TemplateID) throws(LimnError) -> Made

    init(_ make: @escaping @Sendable (TemplateID) throws(LimnError) -> Made) { self.make = make }

    /// Returns the value for a template. Makes it if necessary.
    ///
    /// - Throws: ``LimnError`` if the value could not be made, or if there is no template.
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
