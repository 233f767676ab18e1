// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
package import LimnInk
package import LimnJobs
package import LimnLibrary

extension HandwritingTextReader {
    /// Reads the ink in the fields of a PDF's form: its source ink, or its ink annotations.
    ///
    /// - Parameter audience: who gets the result.
    /// - Returns: a form without fields for a PDF without ink.
    /// - Throws: ``LimnError``.
    package func form(
        in document: OpenDocument, for audience: Drawing.Layer.Audience, access: Access
    ) throws(LimnError) -> HandwrittenForm {
        var reader = FormReader(access: access)
        reader.context = context
        let read = try reader.form(of: document)
        let ink: InkFile
        do { ink = try InkFile(ofPDF: document, access: access, context: context, requiresInk: false) } catch {
            throw LimnError(error)
        }
        let inked = ink.content.document.visibleInk(for: audience)
        var diagnostics = read.diagnostics
        for (page, ink) in inked.sorted(by: { $0.key < $1.key }) {
            guard let (code, text) = Diagnostic.Code.fate(ofSecretLayers: ink.secrets, for: audience) else { continue }
            diagnostics.append(Diagnostic(code, text, about: document.input.path, page: page, .note))
        }
        return HandwrittenForm(
            name: document.input.path.shownAsInput, form: read.form,
            fields: try fields(of: read.form, in: inked.mapValues { Drawing(strokes: $0.strokes) }),
            diagnostics: diagnostics)
    }

    /// Reads the ink in the fields of a character's form.
    ///
    /// Widgets and ink are on the pages with the permanent numbers of the character's pages. A page whose ink is damaged is left
    /// out with a warning. What the character's values correct counts for its other fields.
    ///
    /// - Parameters:
    ///   - audience: who gets the result.
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    /// - Throws: ``LimnError``.
    package func form(
        of id: CharacterID, in library: any LibraryStore, for audience: Drawing.Layer.Audience, access: Access,
        passwords: PasswordSource?
    ) throws(LimnError) -> HandwrittenForm {
        let found = try CharacterForm(of: id, in: library, access: access, passwords: passwords, context: context)
        let snapshot: CharacterSnapshot
        do throws(LibraryError) { snapshot = try library.snapshot(of: id) } catch { throw LimnError(error) }
        let name = found.character.name
        var diagnostics = found.diagnostics
        for (page, error) in snapshot.damaged.sorted(by: { $0.key < $1.key }) {
            diagnostics.append(Diagnostic(.inkDamaged, "\(error)", named: name, page: page))
        }
        for (page, drawing) in snapshot.drawings.sorted(by: { $0.key < $1.key }) {
            guard let (code, text) = Diagnostic.Code.fate(ofSecretLayers: drawing.secretLayerCount, for: audience)
            else { continue }
            diagnostics.append(Diagnostic(code, text, named: name, page: page, .note))
        }
        let ink = snapshot.drawings.mapValues { Drawing(strokes: $0.visibleStrokes(for: audience)) }
        let fields = try fields(of: found.read.form, in: ink)
        let corrections = WriterCorrections(fields, values: found.values.entries)
        return HandwrittenForm(
            name: name, form: found.read.form, fields: fields.map(corrections.weighed), diagnostics: diagnostics)
    }
}
