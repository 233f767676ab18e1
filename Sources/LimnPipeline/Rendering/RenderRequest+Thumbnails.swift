// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
internal import LimnPictures
public import SystemPackage

extension RenderRequest {
    /// A request for thumbnails: `<stem>.png` for each document, or another ending with another ``encoder``; the
    /// longer side is exactly `size` pixels.
    ///
    /// - Parameters:
    ///   - page: the page of each document that is shown, from 1.
    ///   - folder: where the pictures go; it is made where it is missing.
    public static func thumbnails(
        of inputs: [FilePath], page: Int = 1, size: Int = 256, in folder: FilePath = ".", access: Access = Access()
    ) -> RenderRequest {
        guard let pages = PageSelection("\(page)") else { preconditionFailure("pages are numbered from 1") }
        return RenderRequest(
            inputs: inputs, pages: pages, size: .longerSide(size), destination: .folder(folder), naming: .byDocument,
            access: access)
    }
}
