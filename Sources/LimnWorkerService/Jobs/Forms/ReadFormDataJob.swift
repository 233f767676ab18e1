// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFormData
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

extension ReadFormDataJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let reader = FormDataReader(
            format: format, delimiter: delimiter?.unicodeScalars.first, purpose: isForMapping ? .mapping : .fields)
        let data = try session.bytes(descriptors[1])
        let document: FormDataDocument
        do throws(FormDataError) { document = try reader.read(data, fileName: fileName) } catch {
            // These limits are fixed, so raising the input limit would not help.
            throw LimnError(error.code == .tooLarge ? .refused : .unrecognized, error.description)
        }
        let bytes = Array(try JSONEncoder().encode(document))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}
