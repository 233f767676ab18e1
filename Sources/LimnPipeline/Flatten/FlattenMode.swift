// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension ExportMode {
    /// Whether the new document can be made by appending to the original.
    public var canAppend: Bool { self == .overlay || self == .annotate }

    /// Whether pages are kept with their boxes and user units. Other modes draw them anew.
    public var keepsPages: Bool { self != .redraw && self != .raster }

    /// How strictly pixels away from the ink are compared.
    var strictness: VerifyJob.Strictness { keepsPages ? .exact : .coarse }
}
