// SPDX-License-Identifier: GPL-3.0-or-later

/// The constants of the format, which `Format.md` of this module describes.
package enum PackageFormat {
    /// The highest version. All versions up to it can be read.
    package static let version = 3
    /// The version of packages without a list of pages.
    package static let versionWithoutPages = 2
    /// The version of packages without form values either, so that older readers can read them.
    package static let versionWithoutForm = 1
    /// The value of the manifest's key `format`.
    package static let name = "limn-package"
    /// The name of the manifest, the first entry of a package.
    package static let manifest = "limn-package.json"
    /// The maximum size of the manifest in bytes.
    package static let maximumManifestBytes = 32 << 20
    /// The maximum number of entries other than ink. It leaves room for additions to the format.
    package static let otherEntries = 1000

    /// The maximum size of a list of pages in bytes.
    package static let maximumPagesBytes = 1 << 20
    /// The maximum length of a name in bytes of UTF-8.
    package static let maximumNameBytes = 1000
    /// The maximum length of a tag in bytes of UTF-8.
    package static let maximumTagBytes = 250
    /// The maximum number of tags.
    package static let maximumTags = 100
}
