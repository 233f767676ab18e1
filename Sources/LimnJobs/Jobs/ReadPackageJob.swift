// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
package import LimnPackage

/// Reads the package in the second descriptor and checks all of it.
///
/// The first descriptor receives the template's PDF, followed by the ink of each page (``PackedInk``) and the form
/// values (`PackedForm`).
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

    package struct Answer: SizedAnswer {
        /// The name of the character.
        package var name: String
        package var isFavorite: Bool
        package var tags: [String]
        /// The number of the last viewed page.
        package var lastPage: Int?
        /// The template; nil if the package has none.
        package var template: Template?
        /// The number of bytes written.
        package var bytes: Int
        /// The size of the form values, which come last, in bytes; 0 if there are none.
        package var formBytes: Int
        /// The list of the character's pages as a text; nil for the template's pages.
        package var pages: String?
        package init(
            name: String, isFavorite: Bool, tags: [String], lastPage: Int?, template: Template?, bytes: Int,
            formBytes: Int, pages: String? = nil
        ) {
            (self.name, self.isFavorite, self.tags, self.lastPage) = (name, isFavorite, tags, lastPage)
            (self.template, self.bytes, self.formBytes, self.pages) = (template, bytes, formBytes, pages)
        }
    }

    package static let name = "read-package"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> {
        .reading(1, writing: PackageLimits(forFile: size).unpackedBytes(ofFile: size))
    }
    /// The package's path as bytes, for messages.
    package var path: [UInt8]
    /// The package's size in bytes.
    package var size: Int
    package init(path: [UInt8], size: Int) { (self.path, self.size) = (path, size) }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        let template = answer.template
        return (0...answer.bytes).contains(template?.bytes ?? 0)
            && (template.map { QuickHash($0.hash) != nil } ?? true)
            && (0...PackageLimits(forFile: size).maximumFormBytes).contains(answer.formBytes)
            && (1...Int(Int32.max)).contains(answer.lastPage ?? 1)
            && answer.pages?.utf8.count ?? 0 <= PackageFormat.maximumPagesBytes
            && PackageCheck.problem(name: answer.name, tags: answer.tags, template: template?.name) == nil
    }
}

extension PackageLimits {
    /// Returns the maximum size of what is read from a package of a size, in bytes.
    fileprivate func unpackedBytes(ofFile size: Int) -> Int {
        largestPart(inFile: size) + 2 * maximumInkBytes + maximumFormBytes
    }

    /// Makes limits in proportion to the size of a package in bytes: a hundred times its size for ink and form values,
    /// and one stroke and two points per byte, each plus a constant and up to the standard limits.
    package init(forFile size: Int) {
        self = .standard
        // Clamp the size to avoid overflow. Larger packages get the standard limits anyway.
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
