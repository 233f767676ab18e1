// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension ExportMode {
    /// Whether the new document can be made by appending to the original.
    public var canAppend: Bool { self == .overlay || self == .annotate }

    /// Whether pages stay what they are, with their boxes and user units, rather than being drawn anew.
    public var keepsPages: Bool { self != .redraw && self != .raster }

    /// How pixels apart from the ink are compared.
    var strictness: VerifyJob.Strictness { keepsPages ? .exact : .coarse }
}
