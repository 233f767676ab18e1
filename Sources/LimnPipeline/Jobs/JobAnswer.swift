// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnWorker

/// What came of a ``Job``.
enum JobAnswer: Codable, Hashable {
    /// The document is open and has so many pages.
    case opened(pageCount: Int)
    /// Pages' sizes in points, in the order in which they were asked for.
    case sizes([Size])
    /// A page was found.
    case visited
    /// What the document is.
    case traits(DocumentTraits)
    /// A picture was written.
    case picture(width: Int, height: Int, bytes: Int)
    /// A file was written.
    case written(bytes: Int, messages: [String])
    /// Ink was written: of so many exports, and of so many annotations.
    case ink(sources: Int, annotations: Int, messages: [String])
    /// A document was written without so many pieces of source ink; with none nothing was written.
    case stripped(bytes: Int, sources: Int, messages: [String])
    /// A new document was written.
    case flattened(FlattenReport)
    /// A page of an export was compared.
    case verified(PageVerifier.Finding)
    /// What was refused, and which layers are active.
    case probed(Probe, Confinement)
    /// The output took no more bytes, for a reason of the operating system.
    case notWritten(errno: Int32)
    /// It was not done.
    case failed(PipelineError)
}
