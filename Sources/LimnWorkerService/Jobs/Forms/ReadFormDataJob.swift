// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFormData
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

extension ReadFormDataJob: PerformableValueJob {
    static let needsFonts = false

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        let reader = FormDataReader(
            format: format, delimiter: delimiter?.unicodeScalars.first, purpose: isForMapping ? .mapping : .fields)
        let data = try session.bytes(inputs[0])
        do throws(FormDataError) { return try reader.read(data, fileName: fileName) } catch {
            // These limits are fixed, so raising the input limit would not help.
            throw LimnError(error.code == .tooLarge ? .refused : .unrecognized, error.description)
        }
    }
}
