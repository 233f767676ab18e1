// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnLibrary
public import LimnPipeline

extension Engine {
    /// Moves ink to a new edition of its document and writes a new ink file.
    ///
    /// - Returns: the result. Its diagnostics contain the error if the work failed.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func result(of request: Rebaser) async throws(LimnError) -> RebaseResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Moves a character to a new edition of its template.
    ///
    /// - Returns: the result, with the certainty of every item.
    /// - Throws: ``LimnError``; `refused` if the templates are not two editions of one document. The library is unchanged
    ///   then.
    public func result(
        of request: CharacterRebaseRequest, in library: any LibraryStore
    ) async throws(LimnError) -> CharacterRebaseResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try CharacterRebaser(request).run(in: library)
        }
    }
}
