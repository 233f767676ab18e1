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
        let opened = try OpenedForm(document, JobClient(context, access: access))
        result.take(opened)
        let addition = FieldAddition(opened: opened, save: save, force: force)
        if let output {
            try addition.checkPossible()
            if output != "-" {
                try FormOutputs.check([output], against: [sheet])
                try Publisher(keepsExisting: keepsExisting).check(output)
            }
        }
        let found = try FieldSearch(opened: opened).fields(on: pages) { context.tell(0.7 * $0) }
        result.fields = found.map {
            FoundField($0, isMade: output != nil && (makesAll || $0.certainty >= DetectedField.threshold))
        }
        let made = result.fields.filter(\.isMade).map(\.field.design)
        guard let output else { return }
        guard !made.isEmpty else {
            throw LimnError(.refused, about: sheet, result.noFields)
        }
        let export = try ExportOutput(output, keepsExisting: keepsExisting, expected: 2 * document.input.size)
        let report = try addition.add(made, into: export, named: output)
        (result.save, result.reason, result.bytes) = (report.save, report.reason, export.size)
        result.diagnostics += report.messages.map { Diagnostic(libraryText: $0, about: sheet) }
        result.output = output
        try export.publish(receipt: nil)
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
        try field.design.encode(to: encoder)
        try encoder.encodeMembers([
            "certainty": field.certainty, "label": field.label, "row": field.row ?? field.number.map { "\($0)" },
            "made": isMade,
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

    /// Takes the number of pages and the warnings of a document.
    mutating func take(_ opened: OpenedForm) {
        pageCount = opened.pageCount
        diagnostics += opened.diagnostics
    }

    /// Why no field is made.
    var noFields: String {
        fields.isEmpty ? "No place to write in was found." : "All places are doubtful."
    }

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
