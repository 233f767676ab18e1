// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnPackage

/// Reads the package in the second descriptor and checks all of it. The template's PDF goes to the first descriptor,
/// followed by the ink of each page (``PackedInk``) and the form values (`PackedForm`).
package struct ReadPackageJob: Job {
    package struct Template: Codable, Sendable {
        package var name: String
        /// The size of the PDF in bytes.
        package var bytes: Int
        /// The `QuickHash` of the PDF.
        package var hash: String
        package init(name: String, bytes: Int, hash: String) {
            (self.name, self.bytes, self.hash) = (name, bytes, hash)
        }
    }

    package struct Answer: Codable, Sendable {
        /// The name of the character.
        package var name: String
        package var isFavorite: Bool
        package var tags: [String]
        /// The number of the page that was viewed last.
        package var lastPage: Int?
        /// The template; nil for an orphan.
        package var template: Template?
        /// The number of bytes written.
        package var bytes: Int
        /// How many of them are the form values, at the end; 0 where there are none.
        package var formBytes: Int
        package init(
            name: String, isFavorite: Bool, tags: [String], lastPage: Int?, template: Template?, bytes: Int,
            formBytes: Int
        ) {
            (self.name, self.isFavorite, self.tags, self.lastPage) = (name, isFavorite, tags, lastPage)
            (self.template, self.bytes, self.formBytes) = (template, bytes, formBytes)
        }
    }

    package static let name = "read-package"
    package var descriptorCount: Int { 2 }
    /// The package's path as bytes, for messages.
    package var path: [UInt8]
    package init(path: [UInt8]) { self.path = path }
}

extension PackageLimits {
    /// Makes limits in proportion to the size of a package: a hundred times its size for ink and form values, and two points for each
    /// byte.
    package init(forFile size: Int) {
        self = .standard
        // The size is clamped, so that no product overflows. Larger packages have the standard limits anyway.
        let size = min(max(0, size), 1 << 40)
        maximumInkBytes = min(maximumInkBytes, 16 << 20 + 100 * size)
        maximumFormBytes = min(maximumFormBytes, 8 << 20 + 100 * size)
        maximumStrokes = min(maximumStrokes, 20_000 + size)
        maximumPoints = min(maximumPoints, 200_000 + 2 * size)
    }
}

extension PackageError: LimnErrorConvertible {
    package var limnCode: LimnError.Code { code == .refused || code == .newerVersion ? .refused : .failed }
}
