// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPipeline
internal import LimnWorkerService

extension JobContext {
    /// This process, for callers who trust their documents: a document can crash, hang or exhaust it.
    public static var inProcess: JobContext { JobContext(InProcessDispatcher(LimnWorkerService())) }
}
