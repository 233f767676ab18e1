// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
package import LimnInkFormats
package import LimnJobs
internal import SystemPackage

extension ReadInkJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let ink = try read(try session.bytes(descriptors[1]))
        let native = try NativeInk.encode(ink.document, precision: .lossless)
        try session.write(native, to: descriptors[0])
        return Answer(
            format: ink.format.id, dropped: ink.dropped, missing: ink.missing, bytes: native.count)
    }

    private func read(_ bytes: [UInt8]) throws -> InkImport {
        switch content {
        case .file: return try read(bytes, [:])
        case .fileWithCompanions(let files):
            guard let folder = InkFolder(bytes), let ink = folder.files[Self.inkName] else {
                throw WorkerSession.invalidRequest
            }
            var companions: [CompanionFile: [UInt8]] = [:]
            for (index, file) in files.enumerated() { companions[file] = folder.files["\(index)"] }
            return try read(ink, companions)
        case .remarkableFolder(let id, let template):
            guard let folder = InkFolder(bytes) else { throw WorkerSession.invalidRequest }
            return try XochitlDocument.read(id, template: template.map { .file($0) }) { folder.files[$0] }
        }
    }
}

extension ReadInkJob {
    private func read(_ bytes: [UInt8], _ companions: [CompanionFile: [UInt8]]) throws -> InkImport {
        let wanted = try format.map { id in
            guard let known = InkReader.formats.first(where: { $0.id == id }) else {
                throw InkFormatError(.unsupported, format: nil, "the format \(id) cannot be read")
            }
            return known
        }
        return try InkReader.read(
            bytes, format: wanted, companions: companions, limits: InkLimits(forFile: bytes.count))
    }
}

extension InkLimits {
    /// Makes limits in proportion to the size of a file in bytes: a hundred times its size for decompressed content,
    /// and two points per byte, each plus a constant and up to the standard limits. Handwriting from real programs
    /// needs a tenth of the first limit and a fifth of the second.
    init(forFile count: Int) {
        let standard = InkLimits.standard
        self.init(
            maximumBytes: min(standard.maximumBytes, 16 << 20 + 100 * count),
            maximumPages: min(standard.maximumPages, 1000 + count / 8),
            maximumStrokes: min(standard.maximumStrokes, 20_000 + count),
            maximumPoints: min(standard.maximumPoints, 200_000 + count * 2))
    }
}

extension WriteInkJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        guard let known = InkWriter.formats.first(where: { $0.id == format }) else {
            throw InkFormatError(.unsupported, format: nil, "the format \(format) cannot be written")
        }
        let export = try InkWriter.write(
            try session.ink(descriptors[1]), as: known, options: InkWriteOptions(isLossless: isLossless))
        try session.write(export.bytes, to: descriptors[0])
        return Answer(dropped: export.dropped, bytes: export.bytes.count)
    }
}

extension InkFormatError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        switch code {
        case .unrecognized: .unrecognized
        case .severalPages: .needsOnePage
        default: .failed
        }
    }
}
