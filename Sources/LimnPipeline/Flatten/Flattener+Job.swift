// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnJobs

extension Flattener {
    /// The job for the worker that makes the document.
    func job(
        _ tolerance: Tolerance, _ save: FlattenRequest.Save, _ result: FlattenResult
    ) -> FlattenJob {
        let budget = ToleranceBudget(tolerance)
        return FlattenJob(
            mode: request.mode, save: save, burns: request.burns, pageCount: result.pageCount ?? 0,
            tolerance: budget.path.points, unit: budget.unit, resolution: request.resolution,
            lowersResolution: request.lowersResolution, carriesSourceInk: request.carriesSourceInk,
            switchesLayers: request.switchesLayers)
    }
}
