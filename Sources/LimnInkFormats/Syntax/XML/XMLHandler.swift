// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Receives the events of an XML file. An error that it throws stops the parser.
///
/// Tags are passed with their byte ranges. An empty element (`<a/>`) ends with an empty range after its tag.
protocol XMLHandler: AnyObject {
    /// Whether the handler needs the text at the current position.
    var wantsText: Bool { get }
    /// Called at the start of an element.
    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError)
    /// Called with text as UTF-8, in pieces of any size.
    func text(_ utf8: UnsafeBufferPointer<UInt8>)
    /// Called at the end of the innermost open element.
    func end(at tag: Range<Int>) throws(InkFormatError)
}
