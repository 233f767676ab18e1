// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

extension Flattener {
    /// Makes the document in a worker. Pages that end the worker when they are redrawn become pictures: assertions of
    /// cairo fail on some combinations of soft masks and images.
    ///
    /// - Parameter pictures: the pages that became pictures. Pages found by an earlier call are not tried again.
    /// - Throws: ``LimnError``.
    func make(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput, _ client: JobClient,
        pictures: inout Set<Int>
    ) throws -> (report: FlattenReport, file: ScratchFile) {
        var job = job
        job.pictures = pictures
        do throws(LimnError) { return try perform(job, on: document, ink: ink, into: output, client) } catch {
            guard job.mode == .redraw, error.code == .crashed, pictures.isEmpty, job.pageCount > 0 else { throw error }
            pictures = try pagesThatCrash(job, among: 1...job.pageCount, document, ink, client)
            guard !pictures.isEmpty else { throw error }
            job.pictures = pictures
            return try perform(job, on: document, ink: ink, into: output, client)
        }
    }

    private func perform(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput, _ client: JobClient
    ) throws(LimnError) -> (report: FlattenReport, file: ScratchFile) {
        let done = try client.perform(job, on: document, reading: [ink], into: output)
        guard let file = done.file else { throw JobClient.misanswered }
        var report = done.answer
        report.messages += done.warnings
        return (report, file)
    }

    /// Returns the pages that end a worker when they are redrawn, by bisection.
    private func pagesThatCrash(
        _ job: FlattenJob, among pages: ClosedRange<Int>, _ document: OpenDocument, _ ink: ScratchFile,
        _ client: JobClient
    ) throws -> Set<Int> {
        if client.context.isCancelled { throw LimnError.cancelled }
        var attempt = job
        attempt.redrawn = pages
        do throws(LimnError) {
            let output = JobOutput(untakenFor: "-", beside: nil, expected: document.input.size)
            _ = try perform(attempt, on: document, ink: ink, into: output, client)
            return []
        } catch {
            guard error.code == .crashed else { throw error }
            if pages.count == 1 { return [pages.lowerBound] }
            let middle = pages.lowerBound + pages.count / 2
            return try pagesThatCrash(job, among: pages.lowerBound...(middle - 1), document, ink, client)
                .union(try pagesThatCrash(job, among: middle...pages.upperBound, document, ink, client))
        }
    }
}
