// SPDX-License-Identifier: GPL-3.0-or-later

internal import CWorkerOverrides
internal import LimnWorker
internal import LimnWorkerService

WorkerProcess.serveIfAsked { confinement in
    // A library may silently leave out content if an allocation fails. Failed allocations therefore set a flag.
    _ = allocations_flag_failures(WorkerProcess.memoryFlagDescriptor)
    colorcache_enable()
    fontsearch_keep()
    if let folder = BundledFiles.own.encodingTables { _ = encodingtables_use(folder) }
    var process = ProcessFunctions()
    process.hasWarnings = { WorkerProcess.hasStderrOutput }
    process.discardWarnings = WorkerProcess.discardStderrOutput
    process.warn = { WorkerProcess.printLine($0) }
    process.fontSearches = { fontsearch_count() }
    return LimnWorkerService(confinement: confinement, process: process)
}
WorkerProcess.refuseToRun()
