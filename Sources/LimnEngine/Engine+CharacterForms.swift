// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
public import LimnJobs
public import LimnLibrary
public import LimnPipeline

extension Engine {
    /// Reads the form of a character: the fields of its template with its own values.
    ///
    /// - Parameters:
    ///   - access: for the template: password and limits.
    ///   - passwords: whom to ask for the template's password.
    /// - Throws: ``LimnError``.
    public func form(
        of character: CharacterID, in library: any LibraryStore & Sendable, access: Access = Access(),
        passwords: PasswordSource? = nil
    ) async throws(LimnError) -> CharacterForm {
        try await run { (context) throws(LimnError) in
            try CharacterForm(of: character, in: library, access: access, passwords: passwords, context: context)
        }
    }

    /// Checks values against the form of a character's template, and keeps them in the library.
    ///
    /// - Returns: what became of the fields. Where some were refused nothing is kept, unless the request forces it; the
    ///   result's status says so.
    /// - Throws: ``LimnError``: `stale` where the values have another revision than the request expects, `noTemplate`,
    ///   `signed` or `refused` where the form cannot be filled at all. Nothing is kept then.
    public func fill(
        _ request: CharacterFormRequest, in library: any LibraryStore & Sendable
    ) async throws(LimnError) -> CharacterFormResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try CharacterFormEditor(library).fill(request)
        }
    }

    /// Fills the values of a character into its template, for pictures of its pages. What cannot be filled in is left out.
    ///
    /// - Returns: the filled PDF, without a name on the disk; nil where it would show what the template shows.
    /// - Throws: ``LimnError``.
    public func filled(
        _ values: FormSnapshot, on template: Source, access: Access = Access()
    ) async throws(LimnError) -> InputFile? {
        try await run { (context) throws(LimnError) in
            try ValuePicture.filled(values, on: try template.open(access), access: access, context: context)
        }
    }
}
