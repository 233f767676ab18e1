// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Takes the events of an XML file. What it throws ends the reading.
///
/// A tag comes with the range of bytes that it takes up; an element without content (`<a/>`) ends with an empty range
/// behind its only tag.
protocol XMLHandler: AnyObject {
    /// Whether the text that comes now is of interest.
    var wantsText: Bool { get }
    /// An element begins.
    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError)
    /// Text, in pieces of any size, as UTF-8.
    func text(_ utf8: UnsafeBufferPointer<UInt8>)
    /// The element that began last and has not ended yet ends.
    func end(at tag: Range<Int>) throws(InkFormatError)
}
