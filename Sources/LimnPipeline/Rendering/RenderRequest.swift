// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnJobs
public import LimnPictures
public import SystemPackage

/// A request for pictures of pages.
public struct RenderRequest: Sendable {
    /// The destination of pictures.
    public enum Destination: Hashable, Sendable {
        /// A folder. Files are named after their documents. The folder is created if it does not exist.
        case folder(FilePath)
        /// One file, for one page only.
        case file(FilePath)
        /// Standard output; only for one page.
        case standardOutput
    }

    /// How files in a folder are named.
    public enum Naming: Hashable, Sendable {
        /// `<stem>-<page>.<extension>`, with the number zero-padded to the width of the page count.
        case byPage
        /// `<stem>.<extension>`, for one page of each document.
        case byDocument
    }

    /// The documents. `-` is standard input, and a folder stands for all PDFs below it.
    public var inputs: [FilePath]
    /// The pages of each document.
    public var pages: PageSelection
    /// The size of the pictures.
    public var size: RenderSize
    /// Whether a page above the limit of pixels gets a lower resolution and a warning; otherwise it is refused.
    public var lowersResolution = false
    /// How carefully pages are drawn.
    public var quality = RenderQuality.standard
    /// Whether the background is transparent instead of white. The format must support transparency.
    public var isTransparent = false
    /// The encoder of the picture files. Their resolution is computed from the size.
    public var encoder = PictureEncoder()
    /// An ink file to paint over the pages; nil for none.
    public var ink: FilePath?
    /// A folder from which the ink's PDF may be read, besides the ink file's own folder.
    public var backgroundFolder: FilePath?
    /// Which layers of the ink are shown.
    public var layers = LayerChoice()
    /// The destination of the pictures.
    public var destination: Destination
    /// How the pictures are named.
    public var naming: Naming
    /// Whether the folders of the inputs are recreated below the destination.
    public var keepsFolders = false
    /// Whether existing files are not replaced.
    public var keepsExisting = false
    /// Whether pictures are kept that an earlier run made from the same content with the same options.
    public var resumes = false
    /// Whether the caller syncs the pictures before it relies on them.
    package var defersSync = false
    /// The password and the limits.
    public var access: Access
    /// The workers for the request, and how to cancel it.
    package var context = JobContext.standard

    /// Makes a request with default options.
    public init(
        inputs: [FilePath], pages: PageSelection = .all, size: RenderSize = .dpi(150),
        destination: Destination = .folder("."), naming: Naming = .byPage, access: Access = Access()
    ) {
        self.inputs = inputs
        self.pages = pages
        self.size = size
        self.destination = destination
        self.naming = naming
        self.access = access
    }
}
