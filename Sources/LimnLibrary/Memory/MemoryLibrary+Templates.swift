// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnFiles
public import LimnGeometry

extension MemoryLibrary {
    /// See ``LibraryStore``. The bytes of each PDF are read into memory and stay there.
    public func importTemplates(_ templates: [NewTemplate]) throws(LibraryError) -> [ImportedTemplate] {
        try writing { state throws(LibraryError) in
            var results: [ImportedTemplate] = []
            for template in templates { results.append(try add(template, to: &state)) }
            return results
        }
    }

    /// Adds a template, or returns the one that has the same PDF, which then leaves the trash.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, `refused`, or an error of reading the PDF.
    func add(_ template: NewTemplate, to state: inout MemoryState) throws(LibraryError) -> ImportedTemplate {
        var facts = try template.checked()
        let bytes: [UInt8]
        do throws(FileError) { bytes = try facts.content.bytes() } catch { throw LibraryError(error) }
        let hash = ContentHash(bytes).description
        if let known = state.templates.values.first(where: { $0.record.contentHash == hash }) {
            state.templates[known.record.id]?.trashed = nil
            return ImportedTemplate(template: known.record, alreadyExisted: true)
        }
        facts.content = InputFile(bytes: bytes, named: facts.content.path)
        let record = TemplateRecord(
            id: TemplateID(bits: sources.randomBits()), name: facts.name, contentHash: hash,
            byteCount: bytes.count, pageCount: facts.pages.count, hasFormFields: facts.hasFormFields,
            needsPassword: facts.needsPassword, imported: Date(milliseconds: sources.milliseconds()))
        state.templates[record.id] = .init(record: record, facts: facts)
        return ImportedTemplate(template: record, alreadyExisted: false)
    }

    /// See ``LibraryStore``.
    public func templates() throws(LibraryError) -> [TemplateRecord] {
        try reading { $0.listedTemplates.map(\.record) }
            .sortedByName { ($0.name, Int64(milliseconds: $0.imported), $0.id.value) }
    }

    /// See ``LibraryStore``.
    public func templates(withPrefix text: String) throws(LibraryError) -> [TemplateRecord] {
        try templates().filter { MemorySearch.hasPrefix(text, $0.name, $0.id) }
    }

    /// See ``LibraryStore``.
    public func template(_ id: TemplateID) throws(LibraryError) -> TemplateRecord {
        try reading { state throws(LibraryError) in try state.template(id).record }
    }

    /// See ``LibraryStore``.
    public func template(withContentHash hash: String) throws(LibraryError) -> TemplateRecord? {
        try reading { $0.listedTemplates.map(\.record).first { $0.contentHash == hash } }
    }

    /// See ``LibraryStore``. The file is in memory and has no descriptor.
    public func content(of id: TemplateID) throws(LibraryError) -> InputFile { try facts(of: id).content }
    /// See ``LibraryStore``.
    public func pages(of id: TemplateID) throws(LibraryError) -> [PageGeometry] { try facts(of: id).pages }
    /// See ``LibraryStore``.
    public func thumbnail(of id: TemplateID) throws(LibraryError) -> [UInt8]? { try facts(of: id).thumbnail }
    /// See ``LibraryStore``.
    public func outline(of id: TemplateID) throws(LibraryError) -> [OutlineEntry] { try facts(of: id).outline }
    /// See ``LibraryStore``.
    public func searchText(of id: TemplateID) throws(LibraryError) -> String { try facts(of: id).foldedText }

    private func facts(of id: TemplateID) throws(LibraryError) -> NewTemplate {
        try reading { state throws(LibraryError) in try state.template(id).facts }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func renameTemplate(_ id: TemplateID, to name: String) throws(LibraryError) -> TemplateRecord {
        let name = try NameRule.name.checked(name)
        return try writing { state throws(LibraryError) in
            var template = try state.template(id)
            template.record.name = name
            state.templates[id] = template
            return template.record
        }
    }

    /// See ``LibraryStore``.
    public func characterCount(of id: TemplateID) throws(LibraryError) -> Int {
        try reading { state throws(LibraryError) in
            _ = try state.template(id)
            return state.listedCharacters.count { $0.record.template == id }
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func removeTemplate(_ id: TemplateID, keepingCharacters: Bool) throws(LibraryError) -> Int {
        try writing { state throws(LibraryError) in
            _ = try state.template(id)
            let now = Date(milliseconds: sources.milliseconds())
            state.templates[id]?.trashed = now
            let written = state.listedCharacters.filter { $0.record.template == id }
            for var character in written {
                if keepingCharacters { character.record.template = nil } else { character.trashed = now }
                state.characters[character.record.id] = character
            }
            return written.count
        }
    }
}

extension Array {
    /// Sorts by folded name, then by time, then by id.
    func sortedByName(_ key: (Element) -> (name: String, time: Int64, id: Int64)) -> [Element] {
        let keyed = map { element in
            let (name, time, id) = key(element)
            return (element: element, name: Array<UInt8>(name.foldedForSearch.utf8), time: time, id: id)
        }
        return keyed.sorted { left, right in
            if left.name != right.name { return left.name.lexicographicallyPrecedes(right.name) }
            return (left.time, left.id) < (right.time, right.id)
        }.map(\.element)
    }
}
