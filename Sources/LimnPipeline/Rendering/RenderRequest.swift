// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnJobs
public import LimnPictures
public import SystemPackage

/// A request for pictures of pages.
public struct RenderRequest: Sendable {
    /// The destination of the pictures.
    public enum Destination: Hashable, Sendable {
        /// A folder. Files are named after their documents. The folder is created if it does not exist.
        case folder(FilePath)
        /// One file, for one page only.
        case file(FilePath)
        /// Standard output, for one page only.
        case standardOutput

        /// Whether several pictures fit.
        var takesManyPages: Bool { if case .folder = self { true } else { false } }
    }

    /// The scheme for naming files in a folder.
    public enum Naming: Hashable, Sendable {
        /// `<stem>-<page>.<extension>`, with the number zero-padded to the width of the page count.
        case byPage
        /// `<stem>.<extension>`, for one page of each document.
        case byDocument
    }

    /// The documents. A folder includes all PDFs below it, with the ink that lies beside a PDF and has its name; `-` is
    /// standard input.
    public var inputs: [FilePath]
    /// The pages of each document.
    public var pages: PageSelection
    /// The size of the pictures.
    public var size: RenderSize
    /// Whether a page with too many pixels gets a lower resolution and a warning. Otherwise it is refused.
    public var lowersResolution = false
    /// The rendering quality.
    public var quality = RenderQuality.standard
    /// Whether the background is transparent instead of white. The format must support transparency.
    public var isTransparent = false
    /// The encoder of the picture files. The resolution in the files is computed from the size.
    public var encoder = PictureEncoder()
    /// An ink file to paint over the pages; nil for none.
    public var ink: FilePath?
    /// Ink files that lie beside PDFs, by the PDF. To these the request adds what it finds in the folders among its inputs,
    /// unless it has ``ink``.
    package var inkBeside: [FilePath: FilePath] = [:]
    /// A folder, besides the ink file's own folder, from which the ink's PDF may be read.
    public var backgroundFolder: FilePath?
    /// Whether ink is drawn on plain paper, with a warning, if its PDF is missing or may not be read. Otherwise it is
    /// an error.
    public var usesPaperForMissingPDF = false
    /// The layers of the ink that are shown, and the audience of the pictures.
    public var layers: LayerChoice
    /// The sides on which a picture grows to show ink beyond the page.
    public var extends: PageSides = []
    /// The destination of the pictures.
    public var destination: Destination
    /// The scheme for naming the pictures.
    public var naming: Naming
    /// Whether the folders of the inputs are recreated below the destination.
    public var keepsFolders = false
    /// Whether a page fails instead of replacing an existing file.
    public var keepsExisting = false
    /// Whether pictures are kept if an earlier run made them from the same content with the same options.
    public var resumes = false
    /// Whether syncing the pictures to the disk is left to the caller.
    package var defersSync = false
    /// The password and the limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - inputs: the PDFs and folders with PDFs; `-` is standard input.
    ///   - pages: the pages of each document.
    ///   - size: the size of the pictures.
    ///   - destination: where the pictures go.
    ///   - naming: the names of the pictures in a folder.
    ///   - audience: who gets the pictures.
    ///   - access: the password and the limits for the documents.
    public init(
        inputs: [FilePath], pages: PageSelection = .all, size: RenderSize = .dpi(150),
        destination: Destination = .folder("."), naming: Naming = .byPage, for audience: Drawing.Layer.Audience,
        access: Access = Access()
    ) {
        layers = LayerChoice(for: audience)
        self.inputs = inputs
        self.pages = pages
        self.size = size
        self.destination = destination
        self.naming = naming
        self.access = access
    }
}
