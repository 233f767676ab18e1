// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPipeline
internal import LimnWorkerService

extension JobContext {
    /// A context that performs jobs in this process, for callers that trust their documents. A document can crash this
    /// process, make it hang, or exhaust its memory.
    public static var inProcess: JobContext { JobContext(InProcessDispatcher(LimnWorkerService())) }
}
