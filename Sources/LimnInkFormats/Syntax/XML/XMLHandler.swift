// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Receives the events of an XML file. If it throws an error, parsing stops.
///
/// Tags have byte ranges. For an empty element (`<a/>`), the end event has an empty range after the tag.
protocol XMLHandler: AnyObject {
    /// Whether the handler needs the text at the current position.
    var wantsText: Bool { get }
    /// Called at the start of an element.
    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError)
    /// Called with text in UTF-8, in parts of any size.
    func text(_ utf8: UnsafeBufferPointer<UInt8>)
    /// Called at the end of the innermost open element.
    func end(at tag: Range<Int>) throws(InkFormatError)
}
