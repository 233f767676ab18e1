// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
internal import LimnPictures
public import SystemPackage

extension RenderRequest {
    /// A request for thumbnails: `<stem>.png` for each document, or another extension with another ``encoder``. The
    /// longer side has exactly `size` pixels.
    ///
    /// - Parameters:
    ///   - page: the page of each document to show, from 1.
    ///   - folder: the folder for the pictures. It is created if it does not exist.
    public static func thumbnails(
        of inputs: [FilePath], page: Int = 1, size: Int = 256, in folder: FilePath = ".", access: Access = Access()
    ) -> RenderRequest {
        guard let pages = PageSelection("\(page)") else { preconditionFailure("pages are numbered from 1") }
        return RenderRequest(
            inputs: inputs, pages: pages, size: .longerSide(size), destination: .folder(folder), naming: .byDocument,
            access: access)
    }
}
