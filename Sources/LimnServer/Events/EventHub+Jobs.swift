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

    /// Sends the state and progress of a job to the person who created it. The client reads the result or the failure
    /// from the job itself.
    func tellJob(_ job: Job) { send("job", JobEvent(job), to: .person(job.person)) }
}
