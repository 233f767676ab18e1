// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPictures
public import SystemPackage

/// A request for contact sheets with the first pages of documents.
public struct ContactSheetRequest: Sendable {
    /// The format of a sheet.
    public enum Format: Hashable, Sendable {
        /// A picture, as tall as its documents require. If one picture would be too large, several numbered pictures
        /// are made.
        case picture(PictureEncoder)
        /// One PDF with as many A4 pages as it needs. Its pictures are JPEGs of the given quality, 1…100.
        case pdf(quality: Int)
    }

    /// The documents. A folder includes all PDFs below it; `-` is standard input.
    public var inputs: [FilePath]
    /// The sheet; `-` is standard output. A sheet in one of the input folders is not shown on itself.
    public var output: FilePath
    /// The format of the sheet.
    public var format: Format
    /// The longer side of each picture in pixels, at least 32.
    public var size = 192
    /// The number of pictures in a row; nil to choose it automatically.
    public var columns: Int?
    /// Whether the request fails instead of replacing existing files.
    public var keepsExisting = false
    /// The password and the limits. The limit on pixels also applies to the sheets.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - inputs: the PDFs and folders with PDFs, in the order of the sheet.
    ///   - output: the file of the sheet. If there are several sheets, their names get numbers.
    ///   - format: the format of the sheet.
    ///   - access: the password and the limits for the documents.
    public init(inputs: [FilePath], output: FilePath, format: Format, access: Access = Access()) {
        self.inputs = inputs
        self.output = output
        self.format = format
        self.access = access
    }
}
