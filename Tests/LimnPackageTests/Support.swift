// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import SystemPackage
import TestSupport

/// The content of a package as comparable values.
struct PackageValues: Hashable {
    var values: [String]
    var tags: [String]
    var pages: [PageGeometry]
    var content: [UInt8]?
    var drawings: [Int: Drawing]
    var pictures: [[UInt8]?]
    var form: [String]

    init(_ package: CharacterPackage) throws {
        let template = package.template
        values = [
            package.name, "\(package.isFavorite)", "\(package.lastPage ?? 0)",
            "\(package.created.timeIntervalSince1970)",
            "\(package.modified.timeIntervalSince1970)", template?.name ?? "-", "\(template?.needsPassword ?? false)",
            template?.contentHash.description ?? "-",
        ]
        tags = package.tags
        pages = template?.pages ?? []
        content = try template?.content.bytes()
        drawings = package.drawings
        pictures = [package.thumbnail, template?.thumbnail]
        form = (package.formEntries.map { "\($0)=\($1)" } + package.formPictures.map { "\($0)=\($1)" }).sorted()
    }
}

/// A PNG of 2 × 3 pixels.
let png = Array(
    Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAACcgYFdAAAADUlEQVR42mPQOMEARgALwQLR/MZ0SgAAAABJRU5ErkJggg==")
        ?? Data())

/// A small package that uses every feature.
func hero() throws -> CharacterPackage {
    var generator = SeededGenerator(seed: 7)
    let strokes = (0..<3).map { _ in randomStroke(using: &generator, points: 2...9) }
    var tilted = Stroke(
        brush: Brush(width: 2), points: StrokePoints([Point(x: 1 / 3, y: 2), Point(x: 3, y: 1e-7)]), layer: 1)
    tilted.points[.pressure] = [0.1, 1 / 7]
    let content = onePagePDF(size: (200, 300), content: "0 0 100 100 re f")
    return CharacterPackage(
        name: "Ännchen 🖋", isFavorite: true, tags: ["lieb", "böse Zeiten"], lastPage: 2,
        created: Date(timeIntervalSince1970: 1_700_000_000.123), modified: Date(timeIntervalSince1970: 1_700_000_100),
        template: .init(
            name: "Blätter", content: InputFile(bytes: content, named: "blatt.pdf"), contentHash: QuickHash(content),
            pages: [
                PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 300)),
                PageGeometry(
                    mediaBox: Rect(x0: -10.1, y0: 0, x1: 595.276, y1: 841.89),
                    cropBox: Rect(x0: 0.1, y0: 1, x1: 500, y1: 1 / 3 + 600), rotate: 270, userUnit: 2),
                PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 10, y1: 10), rotate: 90),
            ], needsPassword: true, thumbnail: png + [9]),
        drawings: [
            1: Drawing(strokes: strokes), 3: Drawing(strokes: [tilted], layers: [.init(), .init(name: "Über")]),
            2: Drawing(),
        ],
        thumbnail: png)
}

extension PackageWriter {
    /// The bytes of a written package.
    func bytes(of package: CharacterPackage) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path("a.limnpkg"))
        try write(package, to: path)
        return try InputFile(path).bytes()
    }
}

extension PackageReader {
    /// Reads a package from bytes.
    func values(in bytes: [UInt8]) throws -> PackageValues {
        try PackageValues(read(InputFile(bytes: bytes, named: "a.limnpkg")))
    }
}

/// The error that reading some bytes throws; nil if it succeeds.
func refusal(_ bytes: [UInt8], limits: PackageLimits = .standard) -> PackageError? {
    do throws(PackageError) {
        _ = try PackageReader(limits: limits).read(InputFile(bytes: bytes, named: "a.limnpkg"))
        return nil
    } catch { return error }
}
