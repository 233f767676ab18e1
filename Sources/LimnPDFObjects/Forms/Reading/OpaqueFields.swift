// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

extension ObjectDocument {
    /// Returns the rectangles, in user space, of the visible form fields of a page that have a background.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    package func opaqueFields(onPage index: Int) throws(PDFObjectsError) -> [Rect] {
        (try tree.leaf(at: index).page["/Annots"]?.items ?? []).compactMap { annotation in
            guard annotation["/Subtype"]?.isName("/Widget") == true, annotation.reasonNotToBurn(as: .screen) == nil,
                annotation["/MK"]?["/BG"]?.count ?? 0 > 0
            else { return nil }
            return annotation["/Rect"]?.rect
        }
    }
}
