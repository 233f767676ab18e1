// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats

/// What is fuzzed; the environment's LIMN_FUZZ names one, and nothing means all readers.
enum Target {
    /// Every reader that recognizes the input, and every writer with what was read.
    case any
    /// One reader, whether or not it recognizes the input.
    case reader(any InkFormatReader)
    /// Sequences of edits and their undos.
    case edits
    /// Packages of characters, damaged, and whatever else claims to be one.
    case package
    /// The cross-references of a PDF, as appending reads them.
    case crossReference
    /// The content of a page, as it is mended under an overlay.
    case content
    /// PDFs, damaged, to which ink is appended, and which are rewritten.
    case append
    /// Data for forms in every format, and mappings.
    case formData
    /// Scripts of fields, patterns and expressions, with values.
    case formScript

    /// Annotations, made of the input, as they are read to become items.
    case annotations

    private static let named: [String: Target] = [
        "any": .any, "edits": .edits, "package": .package, "crossreference": .crossReference, "content": .content,
        "append": .append, "annotations": .annotations, "formdata": .formData, "formscript": .formScript,
    ]

    static let chosen: Target = {
        let name = ProcessInfo.processInfo.environment["LIMN_FUZZ"] ?? "any"
        if name == "list" {
            for name in InkReader.formats.map(\.id) + named.keys.sorted() { print(name) }
            exit(0)
        }
        if let target = named[name] { return target }
        guard let reader = InkReader.readers.first(where: { $0.format.id == name }) else {
            fatalError("LIMN_FUZZ is one of: \(named.keys.sorted() + InkReader.formats.map(\.id))")
        }
        return .reader(reader)
    }()

    /// Small enough that counts that lie are found, large enough for every path.
    private static let limits = InkLimits(
        maximumBytes: 16 << 20, maximumPages: 1000, maximumStrokes: 100_000, maximumPoints: 500_000)

    func run(_ bytes: [UInt8]) {
        switch self {
        case .any:
            for reader in InkReader.readers where reader.recognizes(bytes) { Self.read(bytes, reader) }
            _ = try? NativeInk.recover(bytes)
            _ = try? EditHistory(decoding: bytes)
            Self.readPages(bytes)
        case .reader(let reader): Self.read(bytes, reader)
        case .edits:
            var sequence = EditSequence(bytes)
            sequence.run()
        case .package:
            DamagedPackage.read(bytes)
            DamagedPackage(bytes).run()
        case .crossReference: Appending.readCrossReference(bytes)
        case .content: Appending.mendContent(bytes)
        case .append: DamagedPDF(bytes).run()
        case .annotations: FoundAnnotations.read(bytes)
        case .formData: FormInput.readData(bytes)
        case .formScript: FormInput.readScript(bytes)
        }
    }

    private static func read(_ bytes: [UInt8], _ reader: any InkFormatReader) {
        guard let read = try? reader.read(bytes, limits: limits) else { return }
        // What was read can be written natively, and comes back as it was.
        guard let stored = try? NativeInk.encode(read.document, precision: .lossless) else {
            fatalError("a reader gave ink that cannot be stored")
        }
        guard let back = try? NativeInk.decode(stored), back == read.document else {
            fatalError("stored ink is other ink")
        }
        guard read.document.pointCount < 20_000 else { return }
        for writer in InkWriter.writers {
            guard let export = try? writer.write(read.document, options: InkWriteOptions()),
                let own = InkReader.readers.first(where: { $0.format.id == writer.format.id })
            else { continue }
            if (try? own.read(export.bytes, limits: .standard)) == nil {
                fatalError("\(writer.format.id) does not read what it wrote")
            }
        }
    }

    private static func readPages(_ bytes: [UInt8]) {
        guard let pages = try? NativeInkPages(size: bytes.count, read: { Array(bytes[$0]) }) else { return }
        for index in 0..<min(pages.pageCount, 3) { _ = try? pages.page(at: index) }
    }
}
