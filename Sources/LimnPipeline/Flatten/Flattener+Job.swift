// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import SystemPackage

extension Flattener {
    /// Returns the job that makes the document.
    func job(
        _ tolerance: Tolerance, _ save: FlattenRequest.Save, _ result: FlattenResult
    ) -> FlattenJob {
        let budget = ToleranceBudget(tolerance)
        return FlattenJob(
            mode: request.mode, save: save, burns: request.burns, pageCount: result.pageCount ?? 0,
            tolerance: budget.path.points, unit: budget.unit, resolution: request.resolution,
            lowersResolution: request.lowersResolution, carriesSourceInk: request.carriesSourceInk,
            switchesLayers: request.switchesLayers, frames: result.extended.frames)
    }

    /// Checks the paths of the output and the receipt before the work starts, so that unusable ones fail early.
    func checkOutputs() throws(LimnError) {
        do throws(FileError) {
            if request.output != "-" { try Publisher(keepsExisting: request.keepsExisting).check(request.output) }
            if let receipt = request.receipt { try Publisher().check(receipt) }
        } catch { throw LimnError(error) }
    }
}
