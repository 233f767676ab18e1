// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnJobs
public import LimnPictures
public import SystemPackage

/// Pages of documents that shall become picture files.
public struct RenderRequest: Sendable {
    /// Where pictures go.
    public enum Destination: Hashable, Sendable {
        /// Files in a folder, named after their document; the folder is made where it is missing.
        case folder(FilePath)
        /// One file of that name; only for one page.
        case file(FilePath)
        /// Standard output; only for one page.
        case standardOutput
    }

    /// How files in a folder are named.
    public enum Naming: Hashable, Sendable {
        /// `<stem>-<page>.<ending>`, the number zero-padded to the page count's width.
        case byPage
        /// `<stem>.<ending>`; for one page a document.
        case byDocument
    }

    /// The documents; `-` is standard input, a folder stands for all PDFs below it.
    public var inputs: [FilePath]
    /// The pages of each.
    public var pages: PageSelection
    /// How large the pictures are.
    public var size: RenderSize
    /// Whether a page that would have more pixels than the limit is drawn with fewer pixels an inch, with a warning, rather
    /// than refused.
    public var lowersResolution = false
    /// How carefully pages are drawn.
    public var quality = RenderQuality.standard
    /// Whether paper is left out, so that what no one painted is transparent. The format must be able to.
    public var isTransparent = false
    /// What kind of files they are, with their quality; the resolution follows from the size.
    public var encoder = PictureEncoder()
    /// An ink file to paint over the pages; nil for none.
    public var ink: FilePath?
    /// A folder besides an ink file's own from which a PDF that it names may be read.
    public var backgroundFolder: FilePath?
    /// Which layers of the ink are shown.
    public var layers = LayerChoice()
    /// Where pictures go.
    public var destination: Destination
    /// How they are named.
    public var naming: Naming
    /// Whether the inputs' own folders are repeated below the destination.
    public var keepsFolders = false
    /// Whether existing files are left alone.
    public var keepsExisting = false
    /// Whether pictures stay that an earlier run made from the same content with the same options.
    public var resumes = false
    /// Password and limits.
    public var access: Access
    /// Where documents are read.
    package var context = JobContext.standard

    /// Makes a request with the usual choices.
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
