// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnForms
public import LimnJobs
public import SystemPackage

/// A request to propose a mapping for a form: the work behind `limn form map`.
public struct FormMapRequest: Sendable {
    /// The form, a PDF; `-` is standard input.
    public var form: FilePath
    /// The mapping whose fields are matched with those of the form.
    public var mapping: FilePath
    /// The new mapping; `-` is standard output; nil to write none.
    public var output: FilePath?
    /// Whether the request fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request.
    public init(form: FilePath, mapping: FilePath, output: FilePath?, access: Access = Access()) {
        self.form = form
        self.mapping = mapping
        self.output = output
        self.access = access
    }

    /// Performs the request.
    ///
    /// - Throws: ``LimnError``; `refused` if the form has no fields, or none that the mapping knows. Nothing is written
    ///   then.
    public func run() throws(LimnError) -> FormMapResult {
        do {
            if let output, output != "-" {
                try FormOutputs.check([output], against: [form, mapping])
                try Publisher(keepsExisting: keepsExisting).check(output)
            }
            let opened = try OpenedForm(
                try OpenDocument(form, access: access), JobClient(context, access: access))
            let (read, client) = (opened.form, opened.client)
            guard !read.fields.isEmpty else { throw LimnError(.refused, about: form, "The PDF has no form.") }
            let tree = try client.mapping(in: mapping)
            let proposal: MappingProposal
            do throws(FormMappingError) { proposal = try MappingProposal(for: read, from: tree) } catch {
                throw LimnError(.failed, about: mapping, error.description)
            }
            let result = FormMapResult(
                input: form, mapping: mapping, output: output, sheet: proposal.sheet, matches: proposal.matches,
                fieldCount: read.fields.count,
                diagnostics: opened.diagnostics)
            guard let output else { return result }
            guard proposal.matches.contains(where: { $0.certainty >= MappingProposal.threshold }) else {
                throw LimnError(.refused, about: form, "The mapping knows none of the form's fields.")
            }
            let name = "\(tree["name"]?.text ?? mapping.shownAsInput), for \(form.shownAsInput)"
            let bytes = Array(JSONText(proposal.mapping(named: name)).text.utf8)
            try Publisher(keepsExisting: keepsExisting).publish(bytes, to: output)
            return result
        } catch { throw LimnError(error) }
    }
}

/// A request to propose a mapping for fields of which no form has been made yet.
public struct FieldMatchRequest: Sendable {
    /// The fields, each name once.
    public var fields: [MappingProposal.Field]
    /// The mapping whose fields are matched with them.
    public var mapping: FilePath
    /// Whether the fields have names that the mapping knows, so that its sheet with the most of them is taken.
    public var choosesByNames = false
    /// The limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request.
    public init(fields: [MappingProposal.Field], mapping: FilePath, access: Access = Access()) {
        (self.fields, self.mapping, self.access) = (fields, mapping, access)
    }

    /// Performs the request.
    ///
    /// - Throws: ``LimnError`` if the mapping cannot be read or is not valid.
    public func run() throws(LimnError) -> MappingProposal {
        let tree = try JobClient(context, access: access).mapping(in: mapping)
        do throws(FormMappingError) {
            return try MappingProposal(for: fields, from: tree, choosesByNames: choosesByNames)
        } catch {
            throw LimnError(.failed, about: mapping, error.description)
        }
    }
}

extension JobClient {
    /// Reads a mapping in a worker.
    func mapping(in file: FilePath) throws(LimnError) -> DataValue {
        try FormDataSource(file, format: .json).read(self, isForMapping: true).tree(at: 0)
    }
}

/// The fields of a form and those of a mapping that are like them.
public struct FormMapResult: Sendable, Encodable {
    /// The form.
    public var input: FilePath
    /// The mapping.
    public var mapping: FilePath
    /// The new mapping; nil if none was written.
    public var output: FilePath?
    /// The name of the mapping's sheet whose fields were matched; nil if it has none.
    public var sheet: String?
    /// The matches, in the order of the form. Those from ``MappingProposal/threshold`` on are in the new mapping.
    public var matches: [MappingProposal.Match]
    /// The number of the form's fields.
    public var fieldCount: Int
    /// Messages for the user.
    public var diagnostics: [Diagnostic]
    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        struct Field: Encodable {
            let name: String
            let like: String
            let certainty: Double
        }
        let name = input.shownAsInput
        try encoder.encodeMembers([
            "input": input.json, "mapping": mapping.json, "output": output?.json, "sheet": sheet,
            "fields": matches.map { Field(name: $0.field, like: $0.known, certainty: $0.certainty) },
            "fieldCount": fieldCount, "status": status, "messages": diagnostics.messages(inputName: name),
            "notes": diagnostics.notes(inputName: name),
        ])
    }
}
