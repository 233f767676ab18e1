// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPipeline
internal import LimnWorkerService

extension Isolation {
    /// In this process, for callers who trust their documents: a document can crash, hang or exhaust it.
    public static var inProcess: Isolation { .inProcess { LimnWorkerService() } }
}
