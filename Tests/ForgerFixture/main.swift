// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that does its jobs honestly, but for one kind of forgery, which the name that it was started by tells.

internal import Foundation
internal import LimnWorker
internal import LimnWorkerService

WorkerProcess.serveIfAsked { Forger(confinement: $0) }
WorkerProcess.refuseToRun()
