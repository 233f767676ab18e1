// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnPackage

/// Reads the package of the second descriptor and checks all of it. The template's PDF goes into the first one, and behind it
/// the ink of each page, as ``PackedInk`` says.
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
        /// The page that was viewed last, from 1.
        package var lastPage: Int?
        /// The template; nil for an orphan.
        package var template: Template?
        /// How many bytes were written.
        package var bytes: Int
        package init(
            name: String, isFavorite: Bool, tags: [String], lastPage: Int?, template: Template?, bytes: Int
        ) {
            (self.name, self.isFavorite, self.tags, self.lastPage) = (name, isFavorite, tags, lastPage)
            (self.template, self.bytes) = (template, bytes)
        }
    }

    package static let name = "read-package"
    package var descriptorCount: Int { 2 }
    /// The package's name as bytes, for messages.
    package var path: [UInt8]
    package init(path: [UInt8]) { self.path = path }
}

extension PackageLimits {
    /// Limits in proportion to the size of a package: ink of a hundred times its size, and two points for every byte.
    package init(forFile size: Int) {
        self = .standard
        // Larger packages have the standard limits anyway, and no product overflows.
        let size = min(max(0, size), 1 << 40)
        maximumInkBytes = min(maximumInkBytes, 16 << 20 + 100 * size)
        maximumStrokes = min(maximumStrokes, 20_000 + size)
        maximumPoints = min(maximumPoints, 200_000 + 2 * size)
    }
}

extension PackageError: LimnErrorConvertible {
    package var limnCode: LimnError.Code { code == .refused || code == .newerVersion ? .refused : .failed }
}
