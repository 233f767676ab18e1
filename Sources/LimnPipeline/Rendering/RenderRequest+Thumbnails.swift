// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
public import LimnJobs
internal import LimnPictures
public import SystemPackage

extension RenderRequest {
    /// Returns a request for thumbnails. Their files are named `<stem>.png`, or have another extension if ``encoder``
    /// is changed. The longer side of each thumbnail has exactly `size` pixels.
    ///
    /// - Parameters:
    ///   - page: the number of the page to show of each document, from 1.
    ///   - size: the length of the longer side in pixels.
    ///   - folder: the folder for the pictures. It is created if it does not exist.
    ///   - audience: who gets the thumbnails.
    public static func thumbnails(
        of inputs: [FilePath], page: Int = 1, size: Int = 256, in folder: FilePath = ".",
        for audience: Drawing.Layer.Audience, access: Access = Access()
    ) -> RenderRequest {
        guard let pages = PageSelection("\(page)") else { preconditionFailure("pages are numbered from 1") }
        return RenderRequest(
            inputs: inputs, pages: pages, size: .longerSide(size), destination: .folder(folder), naming: .byDocument,
            for: audience, access: access)
    }
}
