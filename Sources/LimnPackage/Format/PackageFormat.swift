// SPDX-License-Identifier: GPL-3.0-or-later

/// What names and numbers the format is made of; `Format.md` of this module describes it.
enum PackageFormat {
    /// The version that is written; every version up to it is read.
    static let version = 1
    /// What the manifest says it belongs to.
    static let name = "limn-package"
    /// The name of the manifest's entry; a package that is written begins with it.
    static let manifest = "limn-package.json"
    /// The largest manifest, in bytes.
    static let maximumManifestBytes = 32 << 20
    /// How many entries beside those of pages with ink a package may have, for later additions to version 1.
    static let otherEntries = 1000

    /// The longest name in bytes of UTF-8.
    static let maximumNameBytes = 1000
    /// The longest tag in bytes of UTF-8.
    static let maximumTagBytes = 250
    /// The largest number of tags.
    static let maximumTags = 100
}
