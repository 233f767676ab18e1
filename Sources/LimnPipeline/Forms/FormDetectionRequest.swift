// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
public import LimnJobs
public import SystemPackage

/// A request to find the places on a sheet where people write, and to make form fields of them: the work behind `limn
/// form detect`.
public struct FormDetectionRequest: Sendable {
    /// The sheet, a PDF; `-` is standard input.
    public var sheet: FilePath
    /// The new PDF; `-` is standard output; nil to write none.
    public var output: FilePath?
    /// The pages on which places are looked for.
    public var pages: PageSelection
    /// Whether fields are also made of doubtful places.
    public var makesAll = false
    /// How the new document is saved.
    public var save = SaveStrategy.auto
    /// Whether fields are added to signed documents, even if that breaks their signatures.
    public var force = false
    /// Whether the request fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request.
    public init(sheet: FilePath, output: FilePath?, pages: PageSelection = .all, access: Access = Access()) {
        self.sheet = sheet
        self.output = output
        self.pages = pages
        self.access = access
    }

    /// Performs the request. Nothing is written unless it succeeds.
    public func run() -> FormDetectionResult {
        var result = FormDetectionResult(input: sheet)
        do {
            try run(&result)
            result.status = result.diagnostics.status
        } catch {
            let error = LimnError(error)
            if [.unverified, .crashed].contains(error.code) { context.retireWorkers() }
            result.fields = result.fields.map { FoundField($0.field, isMade: false) }
            (result.output, result.status, result.error) = (nil, ResultStatus(error), error)
            (result.save, result.reason, result.bytes) = (nil, nil, nil)
            result.diagnostics.append(Diagnostic(error, about: sheet))
        }
        return result
    }

    private func run(_ result: inout FormDetectionResult) throws {
        let document = try OpenDocument(sheet, access: access)
        let client = JobClient(context, access: access)
        let opened = try client.open(document)
        result.pageCount = opened.pageCount
        let numbers = Set(try pages.numbers(of: opened.pageCount)).sorted()
        let (form, warnings) = try client.form(of: document)
        result.diagnostics += (opened.warnings + warnings).map { Diagnostic(libraryText: $0, about: sheet) }
        if let output {
            if form.kind == .dynamicXFA { throw LimnError(.refused, about: sheet, FormFiller.dynamicRefusal) }
            try checkRestrictions(of: form)
            if output != "-" {
                try FormOutputs.check([output], against: [sheet])
                try Publisher(keepsExisting: keepsExisting).check(output)
            }
        }
        var found: [DetectedField] = []
        for (count, range) in PageSelection.ranges(of: numbers, limit: DetectFieldsJob.limit).enumerated() {
            if context.isCancelled { throw LimnError.cancelled }
            found += try client.places(onPages: range, of: document)
            guard found.count <= Self.limit else {
                throw LimnError(.limit, about: sheet, "More than \(Self.limit) places were found; choose fewer pages.")
            }
            context.tell(0.7 * min(1, Double((count + 1) * DetectFieldsJob.limit) / Double(max(1, numbers.count))))
        }
        FieldNaming.name(&found, besides: form.fields.map(\.name))
        result.fields = found.map {
            FoundField($0, isMade: output != nil && (makesAll || $0.certainty >= DetectedField.threshold))
        }
        let made = result.fields.filter(\.isMade).map(\.field)
        guard let output else { return }
        guard !made.isEmpty else {
            throw LimnError(
                .refused, about: sheet,
                found.isEmpty
                    ? "No place to write in was found." : "All places are doubtful; --all makes fields of them, too.")
        }
        let export = try ExportOutput(output, keepsExisting: keepsExisting, expected: 2 * document.input.size)
        let report = try client.add(made, to: document, save: save, into: export)
        client.context.tell(0.9)
        (result.save, result.reason, result.bytes) = (report.save, report.reason, export.size)
        result.diagnostics += report.messages.map { Diagnostic(libraryText: $0, about: sheet) }
        let reader = try export.reader()
        let written = try OpenDocument(InputFile(adopting: reader, named: output))
        try check(made, besides: form, in: written)
        try document.input.checkUnchanged()
        result.output = output
        try export.publish(receipt: nil)
    }

    private func checkRestrictions(of form: Form) throws(LimnError) {
        if form.kind == .hybridXFA {
            throw LimnError(.refused, about: sheet, "The form has XFA data, which would not know the new fields.")
        }
        guard !force else { return }
        if form.restrictions.isSigned {
            throw LimnError(.signed, about: sheet, "The document is signed, and new fields would break the signature.")
        }
        if form.restrictions.hasUsageRights {
            throw LimnError(
                .signed, about: sheet, "The document has rights for Adobe Reader, and new fields would end them.")
        }
        if let refusal = form.restrictions.refusal {
            throw LimnError(.refused, about: sheet, "Fields cannot be added: \(refusal).")
        }
    }

    /// The maximum number of places of a document.
    private static let limit = 200_000

    /// Has a worker that did not make the new document read its form, and compares that with what was wanted.
    private func check(_ made: [DetectedField], besides old: Form, in written: OpenDocument) throws(LimnError) {
        func failure(_ what: String) -> LimnError { LimnError(.unverified, about: sheet, "In the new PDF, \(what).") }
        let form = try JobClient(context, access: access).form(of: written, as: .judges).form
        let fields = Dictionary(form.fields.map { ($0.name, $0) }) { first, _ in first }
        for field in old.fields where fields[field.name] != field {
            throw failure("the field \(field.name) has changed")
        }
        let places = Dictionary(grouping: made, by: \.name)
        guard form.fields.count == old.fields.count + places.count else { throw failure("there are other fields") }
        for (name, wanted) in places {
            guard let field = fields[name], field.kind == wanted[0].kind, field.widgets.count == wanted.count,
                zip(field.widgets, wanted).allSatisfy({ widget, place in
                    widget.page == place.page - 1 && field.maximumLength == (place.kind == .text ? place.cells : nil)
                        && widget.rect.isNear(place.rect, within: 0.1)
                })
            else { throw failure("the field \(name) is not as it should be") }
        }
    }
}

/// A place that was found.
public struct FoundField: Sendable, Hashable, Encodable {
    /// The place and the field that it may become.
    public var field: DetectedField
    /// Whether the new PDF has the field.
    public var isMade: Bool

    init(_ field: DetectedField, isMade: Bool) { (self.field, self.isMade) = (field, isMade) }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "name": field.name, "type": field.kind.rawValue, "page": field.page, "rect": field.rect.roundedEdges,
            "certainty": field.certainty, "label": field.label, "row": field.row ?? field.number.map { "\($0)" },
            "multiline": field.isMultiline,
            "cells": field.cells, "choice": field.choice, "made": isMade,
        ])
    }
}

/// The places found on a sheet, and what was written.
public struct FormDetectionResult: Sendable, Encodable {
    /// The sheet.
    public var input: FilePath
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// The number of pages of the sheet; nil if it cannot be read.
    public var pageCount: Int?
    /// The places in the order of pages and of reading.
    public var fields: [FoundField] = []
    /// How the document was saved; nil if nothing was saved.
    public var save: SaveStrategy?
    /// The reason why it was saved that way.
    public var reason: String?
    /// The size of the new file in bytes.
    public var bytes: Int?
    /// The status.
    public var status = ResultStatus.failed
    /// The reason why nothing was found or written; nil if everything succeeded.
    public var error: LimnError?
    /// Messages for the user.
    public var diagnostics: [Diagnostic] = []

    init(input: FilePath) { self.input = input }

    /// The number of fields in the new PDF. Radio buttons of one group are one field.
    public var madeCount: Int { Set(fields.filter(\.isMade).map(\.field.name)).count }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        let name = input.shownAsInput
        try encoder.encodeMembers([
            "input": input.json, "output": output?.json, "pageCount": pageCount, "fields": fields, "save": save,
            "reason": reason, "bytes": bytes, "status": status, "messages": diagnostics.messages(inputName: name),
            "notes": diagnostics.notes(inputName: name),
        ])
    }
}

extension JobClient {
    /// Finds places to write in on at most ``DetectFieldsJob/limit`` pages.
    fileprivate func places(
        onPages pages: ClosedRange<Int>, of document: OpenDocument
    ) throws(LimnError) -> [DetectedField] {
        do {
            let output = try ScratchFile()
            try perform(
                DetectFieldsJob(pages: pages), on: document,
                into: JobOutput(temporary: output, limit: AnswerBounds.formBytes))
            let places = try decoded([DetectedField].self, from: output)
            guard AnswerBounds.allow(places), places.allSatisfy({ pages.contains($0.page) }) else { throw refusal() }
            return places
        } catch { throw LimnError(error) }
    }

    /// Adds fields to a document and puts the new document into an export.
    fileprivate func add(
        _ fields: [DetectedField], to document: OpenDocument, save: SaveStrategy, into export: ExportOutput
    ) throws -> FillReport {
        let wanted = try ScratchFile(Array(try JSONEncoder().encode(fields)))
        let made = try perform(AddFieldsJob(save: save), on: document, reading: [wanted.reader], into: export.job)
        guard let file = made.file, made.answer.save == .append || save != .append else { throw Self.misanswered }
        if made.answer.save == .append {
            try export.take(document.input, followedBy: file)
        } else {
            try export.take(file)
        }
        return made.answer
    }
}

extension Rect {
    /// Returns whether no side is farther from that of another rectangle than a distance in points.
    fileprivate func isNear(_ other: Rect, within distance: Double) -> Bool {
        zip([minX, minY, maxX, maxY], [other.minX, other.minY, other.maxX, other.maxY])
            .allSatisfy { ($0 - $1).magnitude <= distance }
    }
}
