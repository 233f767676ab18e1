// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension ExportMode {
    /// Whether pages are kept with their boxes and user units. Other modes draw them anew.
    public var keepsPages: Bool { self != .redraw && self != .raster }

    /// How strictly pixels away from the ink are compared.
    var strictness: VerifyJob.Strictness { keepsPages ? .exact : .coarse }
}
