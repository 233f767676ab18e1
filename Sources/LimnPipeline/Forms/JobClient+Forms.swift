// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

extension JobClient {
    /// Reads the form of a document. Also returns the warnings from PDF libraries.
    func form(
        of document: OpenDocument, as task: WorkerTask = .makes
    ) throws(LimnError) -> (form: Form, warnings: [String]) {
        do {
            let output = try ScratchFile()
            let warnings = try perform(
                ReadFormJob(), on: document, into: JobOutput(temporary: output, limit: AnswerBounds.formBytes), as: task
            ).warnings
            let form = try decoded(Form.self, from: output)
            guard AnswerBounds.allow(form) else { throw refusal() }
            return (form, warnings)
        } catch { throw LimnError(error) }
    }

    /// Reads data for forms in a worker.
    func formData(_ source: FormDataSource, isForMapping: Bool = false) throws(LimnError) -> FormDataDocument {
        do {
            let document = try OpenDocument(source.path, access: access)
            let output = try ScratchFile()
            let job = ReadFormDataJob(
                fileName: source.path.lastComponent?.string ?? "", format: source.format,
                delimiter: source.delimiter.map(String.init), isForMapping: isForMapping)
            try perform(
                job, on: nil, reading: [document.descriptor],
                into: JobOutput(temporary: output, limit: AnswerBounds.formDataBytes))
            let read = try decoded(FormDataDocument.self, from: output)
            guard AnswerBounds.allow(read) else { throw refusal() }
            return read
        } catch {
            let error = LimnError(error)
            throw error.subject == nil ? LimnError(error.code, about: source.path, error.sentence) : error
        }
    }

    /// Fills a form. The returned file has the new document, or the update to append to the original.
    func fill(
        _ job: FillFormJob, _ document: OpenDocument, fillings: ScratchFile, pictures: ScratchFile,
        into output: JobOutput
    ) throws(LimnError) -> Performed<FillReport> {
        try perform(job, on: document, reading: [fillings.reader, pictures.reader], into: output)
    }

    /// Checks a filled form as a whole, in a worker that did not fill it.
    func check(
        _ job: CheckFormJob, of document: OpenDocument, export: FileDescriptor, fillings: ScratchFile
    ) throws(LimnError) -> CheckFormJob.Answer {
        try perform(job, on: document, reading: [export, fillings.reader], as: .judges).answer
    }

    /// Compares a page of a filled form with the original, in a worker that did not fill it.
    func check(
        _ job: CheckFormPageJob, of document: OpenDocument, export: FileDescriptor, fillings: ScratchFile
    ) throws(LimnError) -> CheckFormPageJob.Answer {
        try perform(job, on: document, reading: [export, fillings.reader], as: .judges).answer
    }

    /// Writes a document with several copies of a form to a file. Returns the warnings from PDF libraries.
    func repeatForm(
        _ document: OpenDocument, copies: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> [String] {
        try perform(
            RepeatFormJob(), on: document, reading: [copies.reader],
            into: JobOutput(temporary: output, limit: AnswerBounds.count)
        ).warnings
    }

    /// Compares one of the copies with the form, in a worker that did not make the copies.
    func check(
        _ job: CheckFormCopyJob, of document: OpenDocument, made: FileDescriptor, copies: ScratchFile
    ) throws(LimnError) {
        try perform(job, on: document, reading: [made, copies.reader], as: .judges)
    }
}
