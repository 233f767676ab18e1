// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension RepeatFormJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let copies = try session.copies(descriptors[1])
        let document = try template.original()
        try document.repeatForm(as: copies)
        let bytes = try document.rewritten()
        try session.write(bytes, to: descriptors[0])
        try template.input.checkUnchanged()
        return Answer(bytes: bytes.count)
    }
}

extension CheckFormCopyJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let copies = try session.copies(descriptors[1])
        guard copies.indices.contains(place) else { throw WorkerSession.invalidRequest }
        let count = try template.objects().pageCount
        let made: PDFDocument
        do {
            made = try PDFDocument(descriptor: descriptors[0].rawValue, password: session.access.secret)
            if place == 0 {
                let objects = try ObjectDocument(descriptor: descriptors[0].rawValue, password: session.access.password)
                guard try objects.pageCount == copies.count * count else { throw Self.refusal("it lacks pages") }
                try Self.check(try objects.form(), copies, of: try template.form(), pageCount: count)
            }
        } catch let error as LimnError { throw error } catch { throw Self.refusal("it cannot be read") }
        for number in 1...max(1, count) {
            let original = try template.page(number)
            let page = try made.page(place * count + number, userUnit: original.userUnit)
            let finding = try session.compare(page, with: original, places: [])
            guard !finding.hasOtherSize, finding.changedElsewhere == nil else {
                throw Self.refusal("page \(number) of copy \(place + 1) looks different")
            }
        }
        return Answer()
    }

    private static func refusal(_ what: String) -> LimnError {
        LimnError(.unverified, "The new document is not published: \(what).")
    }

    /// Checks that every copy has every field, with the same value in the same places, and that there are no other
    /// fields.
    private static func check(
        _ form: Form, _ copies: [FormCopy], of original: Form, pageCount: Int
    ) throws(LimnError) {
        let made = Dictionary(form.fields.map { ($0.name, $0) }) { first, _ in first }
        guard form.fields.count == copies.count * original.fields.count, made.count == form.fields.count else {
            throw refusal("it has other fields")
        }
        for (place, copy) in copies.enumerated() {
            for field in original.fields {
                guard let found = made[copy.name(of: field.name)], found.kind == field.kind,
                    found.flags == field.flags, found.values == field.values, found.options == field.options,
                    found.widgets.count == field.widgets.count,
                    zip(found.widgets, field.widgets).allSatisfy({ new, old in
                        new.page == old.page.map { $0 + place * pageCount } && new.rect == old.rect
                            && new.state == old.state && new.isOn == old.isOn
                    })
                else { throw refusal("the field \(copy.name(of: field.name)) is not that of the form") }
            }
        }
    }
}

extension WorkerSession {
    /// The maximum size of the JSON with the copies, in bytes.
    private static let copiesLimit = 64 << 20

    /// Reads the copies to make from a JSON file that the parent wrote.
    fileprivate func copies(_ descriptor: FileDescriptor) throws -> [FormCopy] {
        let file = try InputFile(adopting: try descriptor.duplicate(), named: "copies")
        return try BoundedJSON.decode(
            [RepeatFormJob.Copy].self, from: Data(try file.bytes(limit: Self.copiesLimit))
        ).map { FormCopy(name: $0.name, title: $0.title) }
    }
}
