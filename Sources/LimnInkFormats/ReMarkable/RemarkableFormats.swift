// SPDX-License-Identifier: Apache-2.0

extension InkFormat {
    /// One page of a reMarkable tablet, of the versions 3, 5 and 6.
    public static let remarkable = InkFormat(id: "rm", name: "reMarkable", extensions: ["rm"])
    /// A whole document of a reMarkable tablet: a ZIP archive of what its program xochitl keeps in a folder.
    public static let remarkableDocument = InkFormat(
        id: "rmdoc", name: "reMarkable document", extensions: ["rmdoc", "zip"])
}
