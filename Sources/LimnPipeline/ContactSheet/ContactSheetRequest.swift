// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPictures
public import SystemPackage

/// Documents whose first pages shall be seen side by side.
public struct ContactSheetRequest: Sendable {
    /// What a sheet is.
    public enum Format: Hashable, Sendable {
        /// A picture, as tall as its documents need; several numbered ones where one would be too large.
        case picture(PictureEncoder)
        /// One PDF with as many pages of A4 as it takes, pictures within as JPEG of a quality, 1…100.
        case pdf(quality: Int)
    }

    /// The documents; a folder stands for all PDFs below it, `-` for standard input.
    public var inputs: [FilePath]
    /// The sheet, `-` for standard output. A sheet that lies in one of the folders is not shown on itself.
    public var output: FilePath
    /// What the sheet is.
    public var format: Format
    /// The longer side of each picture in pixels, at least 32.
    public var size = 192
    /// Pictures in a row; nil for as many as fit well.
    public var columns: Int?
    /// Whether existing files are left alone.
    public var keepsExisting = false
    /// Password and limits; the limit of pixels holds for sheets, too.
    public var access: Access
    /// Where documents are read.
    package var context = JobContext.standard

    /// Makes a request with the usual choices.
    public init(inputs: [FilePath], output: FilePath, format: Format, access: Access = Access()) {
        self.inputs = inputs
        self.output = output
        self.format = format
        self.access = access
    }
}
