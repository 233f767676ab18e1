// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPipeline
internal import LimnWorkerService

extension JobContext {
    /// Performs jobs in this process, for callers that trust their documents. A document can crash this process, make
    /// it hang, or use up its memory.
    public static var inProcess: JobContext { JobContext(InProcessDispatcher(LimnWorkerService())) }
}
