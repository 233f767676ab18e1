// SPDX-License-Identifier: GPL-3.0-or-later

extension EventHub {
    private struct JobEvent: Encodable {
        let id: String
        let verb: JobRequest.Verb
        let state: Job.State
        let progress: Double
        let character: String?

        init(_ job: Job) {
            (id, verb, state) = (job.id, job.request.verb, job.state)
            (progress, character) = (job.progress, job.request.character)
        }
    }

    /// Tells the one who began a job where it is. What it made, or why it failed, is read from the job.
    func tellJob(_ job: Job) { send("job", JobEvent(job), to: .person(job.person)) }
}
