// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Limn
import LimnForms
import Testing
import TestSupport

/// The forms of characters as a server needs them: read, change at a revision, export.
struct EngineCharacterFormTests {
    /// A library in memory with a character on the sample sheet.
    private func mia(_ engine: Limn.Engine) async throws -> (library: MemoryLibrary, id: CharacterID) {
        let library = MemoryLibrary()
        let template = try await engine.importTemplate(.path(Support.sheet), into: library)
        return (library, try library.createCharacter(NewCharacter(name: "Mia", template: template.id)).id)
    }

    private func code<T>(_ body: () async throws(LimnError) -> T) async -> LimnError.Code? {
        do throws(LimnError) {
            _ = try await body()
            return nil
        } catch { return error.code }
    }

    @Test func `A form is read with its revision, changed at it, and stale changes are told by their code`()
        async throws
    {
        let engine = Limn.Engine()
        let (library, id) = try await mia(engine)
        let blank = try await engine.form(of: id, in: library)
        #expect(blank.values.revision == 0 && blank.read.form.fields.count == 176 && blank.status == .ok)
        var request = CharacterFormRequest(
            id, entries: [.init("identity.name", .text("Maren")), .init("vitals.wound.1", .flag(true))])
        request.expectedRevision = 0
        let done = try await engine.fill(request, in: library)
        #expect(done.isSaved && done.revision == 1 && done.changed == ["identity.name", "vitals.wound.1"])
        #expect(await code { () throws(LimnError) in try await engine.fill(request, in: library) } == .stale)
        request.expectedRevision = 1
        // The same again is no change.
        let again = try await engine.fill(request, in: library)
        #expect(again.isSaved && again.revision == 1 && again.changed == [])
        let form = try await engine.form(of: id, in: library)
        #expect(form.values.entries == ["identity.name": .text("Maren"), "vitals.wound.1": .flag(true)])
        let wound = form.read.form.fields.first { $0.name == "vitals.wound.1" }
        #expect(wound?.values == ["Yes"] && wound?.widgets.first?.isOn == true)
        request.entries = [.init("nothing", .text("x"))]
        let refused = try await engine.fill(request, in: library)
        #expect(!refused.isSaved && refused.status == .refused && refused.revision == 1)
        #expect(refused.fields.map(\.outcome) == [.refused])
    }

    @Test func `Two who fill different fields at once both succeed`() async throws {
        let engine = Limn.Engine()
        let (library, id) = try await mia(engine)
        let names = ["identity.calling", "identity.lineage", "identity.homeland", "motto", "tongues", "identity.name"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask {
                    _ = try await engine.fill(
                        CharacterFormRequest(id, entries: [.init(name, .text("of \(name)"))]), in: library)
                }
            }
            try await group.waitForAll()
        }
        let values = try library.formValues(of: id)
        #expect(values.revision == names.count && values.entries.count == names.count)
    }

    @Test func `Pictures come as bytes, and no entry of a stranger names a file`() async throws {
        let engine = Limn.Engine()
        let library = MemoryLibrary()
        let objects = [
            "<</Type/Annot/Subtype/Widget/F 4/FT/Btn/Ff 65536/T(portrait)/MK<</TP 1>>/Rect[40 20 160 150]>>"
        ]
        let pdf = Self.form(objects)
        let template = try await engine.importTemplate(.bytes(pdf), named: "form", into: library)
        let id = try library.createCharacter(NewCharacter(name: "Mia", template: template.id)).id
        let portrait = Array(try Project.sample("portrait.png"))
        var request = CharacterFormRequest(id, entries: [.init("portrait", .picture(path: "upload-1"))])
        request.readsFiles = false
        #expect(try await !engine.fill(request, in: library).isSaved)
        request.entries = [.init("portrait", .picture(path: "/etc/passwd"))]
        #expect(try await !engine.fill(request, in: library).isSaved)
        request.entries = [.init("portrait", .picture(path: "upload-1"))]
        request.pictures = ["upload-1": portrait]
        #expect(try await engine.fill(request, in: library).isSaved)
        let hash = try #require(try library.formValues(of: id).entries["portrait"])
        guard case .picture(let name) = hash else {
            Issue.record("\(hash)")
            return
        }
        #expect(try library.formPicture(name, of: id) == portrait)
        let export = try await engine.export(id, from: library, options: FlattenOptions(for: .everyone))
        #expect(export.bytes.starts(with: pdf) && export.result.form?.filled == 1)
        let blank = try await engine.render(.bytes(pdf), size: .dpi(36))
        #expect(try await engine.render(.bytes(export.bytes), size: .dpi(36)).bytes != blank.bytes)
    }

    @Test func `An export in memory has values and ink, and begins with the template`() async throws {
        let engine = Limn.Engine()
        let (library, id) = try await mia(engine)
        _ = try await engine.fill(
            CharacterFormRequest(id, entries: [.init("identity.name", .text("Maren"))]), in: library)
        let line = Stroke(
            brush: Brush(kind: .pen, color: Color(rgba: 0xff00_00ff), width: 4),
            points: StrokePoints([Point(x: 100, y: 400), Point(x: 300, y: 400)], width: 4))
        try library.append([line], to: CharacterPage(id, page: 1))
        let made = try await engine.export(id, from: library, options: FlattenOptions(for: .everyone))
        #expect(made.bytes.starts(with: try Project.sample("character-sheet.pdf")))
        #expect(made.result.originalIsPrefix && made.result.inkedPages == [1] && made.result.form?.filled == 1)
        #expect(made.result.verification?.inkedPages == 1)
        let read = try await engine.form(in: .bytes(made.bytes))
        #expect(read.form.fields.first { $0.name == "identity.name" }?.values == ["Maren"])
    }

    /// A PDF of one page with the fields in these objects.
    private static func form(_ fields: [String]) -> [UInt8] {
        let references = fields.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
        let objects =
            [
                "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(references)]/DA(/Helv 0 Tf 0 g)>>>>",
                "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[\(references)]>>",
            ] + fields
        var bytes = Array("%PDF-1.7\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let start = bytes.count
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places {
            let digits = String(place)
            bytes += Array("\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8)
        }
        return bytes
            + Array("trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }
}
