// SPDX-License-Identifier: GPL-3.0-or-later

internal import CWorkerOverrides
internal import LimnWorker
internal import LimnWorkerService

/// Handles jobs in a sandboxed process.
final class Service: WorkerService {
    private let service: LimnWorkerService

    init(confinement: Confinement) {
        var process = ProcessFunctions()
        process.hasWarnings = { WorkerProcess.hasStderrOutput }
        process.discardWarnings = WorkerProcess.discardStderrOutput
        process.warn = { WorkerProcess.printLine($0) }
        process.fontSearches = { fontsearch_count() }
        service = LimnWorkerService(confinement: confinement, process: process)
    }

    func prepare() {
        // A library may silently leave out content if an allocation fails. Failed allocations therefore set a flag.
        _ = allocations_flag_failures(WorkerProcess.memoryFlagDescriptor)
        colorcache_enable()
        fontsearch_keep()
        service.prepare()
    }

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        service.answer(request, descriptors: descriptors)
    }
}

WorkerProcess.serveIfAsked { Service(confinement: $0) }
WorkerProcess.refuseToRun()
