// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
internal import LimnPackage
internal import LimnPackageReading
internal import LimnPackageWriting
internal import SystemPackage

/// A sound package that bytes have damaged: what is read of it is what was packed, or nothing.
///
/// The first byte chooses what the others damage: the file, or the manifest within a file that is sound again around it.
struct DamagedPackage {
    private var edits: ArraySlice<UInt8>
    private let inManifest: Bool

    init(_ bytes: [UInt8]) {
        inManifest = (bytes.first ?? 0) % 2 == 1
        edits = bytes.dropFirst().prefix(4096)
    }

    /// Reads bytes as they are.
    static func read(_ bytes: [UInt8]) {
        _ = try? PackageReader().read(InputFile(bytes: bytes, named: "a.limnpkg"))
    }

    func run() {
        guard let read = try? PackageReader().read(InputFile(bytes: damaged, named: "a.limnpkg")) else { return }
        let sound = Self.package
        guard (try? read.template?.content.bytes()) == (try? sound.template?.content.bytes()) || read.template == nil,
            read.drawings.allSatisfy({ sound.drawings[$0] == $1 }),
            read.formEntries.isEmpty || read.formEntries == sound.formEntries
        else { fatalError("a damaged package gave another PDF, other ink or other values") }
        guard
            inManifest
                || (read.name == sound.name && read.drawings == sound.drawings && read.tags == sound.tags
                    && read.formEntries == sound.formEntries && read.formPictures == sound.formPictures)
        else {
            fatalError("a damaged package gave another character")
        }
        do { try PackageWriter().write(read, to: "/dev/null") } catch {
            fatalError("what was read is not written: \(error)")
        }
    }

    private var damaged: [UInt8] {
        guard inManifest else { return edited(Self.bytes, edits) }
        let manifest = "limn-package.json"
        return StoredZip.bytes(
            of: Self.entries.map { name, contents in
                (name, name == manifest ? edited(contents, edits) : contents)
            })
    }

    private static let package: CharacterPackage = {
        let pdf = Array("%PDF-1.4 no more than this".utf8)
        let stroke = Stroke(brush: Brush(width: 2), points: StrokePoints([Point(x: 1, y: 2), Point(x: 3, y: 4)]))
        let page = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 300), rotate: 90, userUnit: 2)
        var package = CharacterPackage(
            name: "Hero", isFavorite: true, tags: ["a", "b"], lastPage: 2, created: Date(timeIntervalSince1970: 1),
            modified: Date(timeIntervalSince1970: 2),
            template: .init(
                name: "Sheet", content: InputFile(bytes: pdf, named: "a.pdf"), contentHash: QuickHash(pdf),
                pages: [page, page]), drawings: [1: Drawing(strokes: [stroke]), 2: Drawing()], thumbnail: [1, 2, 3])
        let face = ContentHash([4, 5, 6]).description
        package.formEntries = ["name": .text("Ada"), "hurt": .flag(true), "face": .picture(path: face)]
        package.formPictures = [face: [4, 5, 6]]
        return package
    }()

    private static let bytes: [UInt8] = {
        let path = FilePath(NSTemporaryDirectory()).appending("limn-fuzz-\(getpid()).limnpkg")
        defer { try? FileManager.default.removeItem(atPath: path.string) }
        do {
            try PackageWriter().write(package, to: path)
            return try InputFile(path).bytes()
        } catch { fatalError("\(error)") }
    }()

    private static let entries: [(String, [UInt8])] = {
        guard let archive = try? ZipArchive(bytes) else { fatalError("a package is no archive") }
        return archive.entries.map { (String(decoding: $0.name, as: UTF8.self), (try? archive.contents(of: $0)) ?? []) }
    }()
}

/// A ZIP archive of stored entries.
enum StoredZip {
    static func bytes(of entries: [(name: String, contents: [UInt8])]) -> [UInt8] {
        var (local, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, contents) in entries {
            let crc = Int(CRC32.checksum(contents))
            // Version 2.0, no flags, stored, 1980-01-01; the same in both headers.
            let common =
                [20, 0, 0, 0, 33].flatMap { number($0, 2) }
                + [crc, contents.count, contents.count].flatMap { number($0, 4) }
                + number(name.utf8.count, 2) + number(0, 2)
            directory += [0x50, 0x4b, 1, 2] + number(20, 2) + common + [UInt8](repeating: 0, count: 10)
            directory += number(local.count, 4) + Array(name.utf8)
            local += [0x50, 0x4b, 3, 4] + common + Array(name.utf8) + contents
        }
        let end = [0, 0, entries.count, entries.count].flatMap { number($0, 2) }
        return local + directory + [0x50, 0x4b, 5, 6] + end + number(directory.count, 4) + number(local.count, 4)
            + number(0, 2)
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
