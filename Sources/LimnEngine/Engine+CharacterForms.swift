// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
public import LimnForms
public import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnPipeline

extension Engine {
    /// Reads a character's form: the fields of its template, with the character's own values.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    /// - Throws: ``LimnError``.
    public func form(
        of character: CharacterID, in library: any LibraryStore & Sendable, access: Access = Access(),
        passwords: PasswordSource? = nil
    ) async throws(LimnError) -> CharacterForm {
        try await run { (context) throws(LimnError) in
            try CharacterForm(of: character, in: library, access: access, passwords: passwords, context: context)
        }
    }

    /// Reads the ink in the fields of a character's form. Each value is a guess; see ``HandwrittenField``. Nothing is filled in.
    ///
    /// - Parameters:
    ///   - audience: who gets the result.
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    /// - Throws: ``LimnError``, with `failed` if the files that read handwriting are not installed.
    public func handwrittenForm(
        of character: CharacterID, in library: any LibraryStore & Sendable,
        for audience: Drawing.Layer.Audience = .everyone, access: Access = Access(), passwords: PasswordSource? = nil
    ) async throws(LimnError) -> HandwrittenForm {
        try await run { (context) throws(LimnError) in
            let reader = try HandwritingTextReader(context: context)
            defer { reader.close() }
            return try reader.form(of: character, in: library, for: audience, access: access, passwords: passwords)
        }
    }

    /// Checks values against the form of a character's template and stores them in the library.
    ///
    /// - Returns: the outcome for each field. If values are refused, none is stored unless the request forces it. The
    ///   result's status reports this.
    /// - Throws: ``LimnError``: `stale` if the revision of the stored values is not the one that the request expects;
    ///   `noTemplate`, `signed` or `refused` if the form cannot be filled at all. Nothing is stored then.
    public func fill(
        _ request: CharacterFormRequest, in library: any LibraryStore & Sendable
    ) async throws(LimnError) -> CharacterFormResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try CharacterFormEditor(library).fill(request)
        }
    }

    /// Fills a character's values into its template, for drawing its pages. Values that cannot be filled in are left
    /// out.
    ///
    /// - Returns: the filled PDF, as a file without a name; nil if it would look like the template.
    /// - Throws: ``LimnError``.
    public func filled(
        _ values: FormSnapshot, on template: Source, access: Access = Access()
    ) async throws(LimnError) -> InputFile? {
        try await run { (context) throws(LimnError) in
            try ValuePicture.filled(values, on: try template.open(access), access: access, context: context)
        }
    }

    /// Writes pages of a character's own list as a document.
    ///
    /// - Parameters:
    ///   - pages: the pages, at least one.
    ///   - template: the template, filled or not.
    /// - Returns: the document, as a file without a name.
    /// - Throws: ``LimnError``.
    public func arranged(
        _ pages: [PageList.Page], of template: Source, access: Access = Access()
    ) async throws(LimnError) -> InputFile {
        try await run { (context) throws(LimnError) in
            try ValuePicture.arranged(pages, of: try template.open(access), access: access, context: context)
        }
    }

    /// Reads the rows of a table or of other data for forms, one for each character.
    ///
    /// - Parameters:
    ///   - data: the file, whose columns name fields.
    ///   - access: the limits for reading it.
    /// - Returns: the rows, in the order of the file.
    /// - Throws: ``LimnError``, also if a row cannot be read as it was meant.
    public func rows(of data: FormDataSource, access: Access = Access()) async throws(LimnError) -> [FormRow] {
        try await run { (context) throws(LimnError) in try data.rows(access, context) }
    }
}
