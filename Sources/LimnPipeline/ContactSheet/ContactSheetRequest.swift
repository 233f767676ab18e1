// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPictures
public import SystemPackage

/// A request for contact sheets with the first pages of documents.
public struct ContactSheetRequest: Sendable {
    /// The format of a sheet.
    public enum Format: Hashable, Sendable {
        /// A picture, as tall as its documents need. If it would be too large, there are several numbered ones.
        case picture(PictureEncoder)
        /// One PDF with as many A4 pages as it needs, with JPEG pictures of a quality 1…100.
        case pdf(quality: Int)
    }

    /// The documents. A folder stands for all PDFs below it, `-` for standard input.
    public var inputs: [FilePath]
    /// The sheet; `-` for standard output. If the sheet lies in one of the folders, it is not shown on itself.
    public var output: FilePath
    /// The format of the sheet.
    public var format: Format
    /// The longer side of each picture in pixels, at least 32.
    public var size = 192
    /// The number of pictures in a row; nil for as many as fit well.
    public var columns: Int?
    /// Whether existing files are not replaced.
    public var keepsExisting = false
    /// The password and the limits. The limit of pixels also holds for sheets.
    public var access: Access
    /// The workers for the request, and how to cancel it.
    package var context = JobContext.standard

    /// Makes a request with default options.
    public init(inputs: [FilePath], output: FilePath, format: Format, access: Access = Access()) {
        self.inputs = inputs
        self.output = output
        self.format = format
        self.access = access
    }
}
