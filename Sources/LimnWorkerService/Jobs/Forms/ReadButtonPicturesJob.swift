// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension ReadButtonPicturesJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let objects = try session.document().objects()
        _ = objects.takeWarnings()
        var (answer, written) = (Answer(found: [], messages: [], bytes: 0), [UInt8]())
        var (budget, names) = (AnnotationBudget(), 0)
        for button in try objects.buttonPictures(&budget) {
            func leaveOut(_ reason: String) {
                answer.messages.append(
                    "The picture in the field \(button.field.prefix(100)) \(reason); it is left out.")
            }
            do throws(ReadingFailure) {
                let bytes = try button.picture.file().bytes
                guard written.count + bytes.count <= Self.limit else {
                    leaveOut("is too large")
                    continue
                }
                names += button.field.utf8.count + 8
                guard names <= Self.nameLimit else {
                    leaveOut("is one of too many")
                    continue
                }
                answer.found.append(Found(field: button.field, size: bytes.count, isChosen: button.isChosen))
                written += bytes
            } catch { leaveOut(error.reason) }
        }
        answer.messages += objects.takeWarnings().compactMap { LibraryText.ownSentence(in: $0) }
        answer.messages = Array(answer.messages.prefix(Self.messageLimit))
        answer.bytes = written.count
        try session.write(written, to: descriptors[0])
        return answer
    }
}
