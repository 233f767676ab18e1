// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnFiles
internal import LimnGeometry
internal import LimnPackage
internal import SystemPackage

/// Reads the manifest of a package. It checks the version before it parses the rest.
struct ManifestReader {
    private let zip: ZipFile
    private let path: FilePath

    init(_ zip: ZipFile, path: FilePath) {
        self.zip = zip
        self.path = path
    }

    func manifest() throws -> Manifest {
        guard let entry = zip[PackageFormat.manifest] else { throw PackageError.notPackage(path) }
        guard entry.size <= PackageFormat.maximumManifestBytes else {
            throw PackageError.tooLarge(path, "its manifest takes \(entry.size) bytes")
        }
        let data = Data(try zip.contents(of: entry))
        let head: Manifest.Head
        do { head = try BoundedJSON.decode(Manifest.Head.self, from: data) } catch let error as BoundedJSON.Refusal {
            throw PackageError.damaged(path, "its manifest cannot be read: \(error)")
        } catch { throw PackageError.notPackage(path) }
        guard head.format == PackageFormat.name else { throw PackageError.notPackage(path) }
        guard head.version <= PackageFormat.version else { throw PackageError.newerVersion(path, head.version) }
        guard head.version > 0 else { throw PackageError.damaged(path, "it has the version \(head.version)") }
        do { return try BoundedJSON.decode(Manifest.self, from: data) } catch {
            throw PackageError.damaged(path, "its manifest \(Self.problem(error))")
        }
    }

    /// Returns the problem with a manifest, as a clause that follows its name.
    private static func problem(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context): "lacks “\(place(context.codingPath + [key]))”"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "has an invalid value for “\(place(context.codingPath))”"
        default: "cannot be read"
        }
    }
}
