// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnInk
internal import LimnJobs
internal import LimnPackage
internal import LimnWorker
internal import SystemPackage

/// The content of a package, read by a worker and checked by this process.
struct UnpackedPackage {
    /// The character, without its ink.
    let character: ReadPackageJob.Answer
    /// The PDF of the template; nil for an orphan.
    let content: InputFile?
    /// The ink by page number, from 1.
    let drawings: [Int: Drawing]
    /// The values of the form, by the full names of the fields.
    let formEntries: [String: FieldEntry]
    /// The pictures that ``formEntries`` name.
    let formPictures: [[UInt8]]

    /// Has a worker read a package, and checks its output.
    ///
    /// - Parameter folder: a folder with room for a large PDF; nil for the system's temporary folder.
    /// - Throws: ``LimnError`` or an error of LimnFiles or LimnInk.
    init(_ input: InputFile, beside folder: FilePath?, context: JobContext) throws {
        let limits = PackageLimits(forFile: input.size)
        let file = try ScratchFile(in: folder)
        let output = JobOutput(file, in: folder, expected: 2 * input.size)
        let client = JobClient(context, access: Access())
        var allowance = LeaseAllowance(copyOf: input.size)
        allowance.atMost = JobClient.parsingTime(ofBytes: input.size)
        character = try client.perform(
            ReadPackageJob(path: input.path.bytes, size: input.size), on: nil,
            reading: [try OpenDocument(input)], into: output, allowing: allowance
        ).answer
        let size = character.template?.bytes ?? 0
        let written = try file.asInput(named: "-")
        let formBytes = character.formBytes
        guard written.size - formBytes >= size else { throw JobClient.misanswered }
        let end = written.size - formBytes
        let form = try client.accepting {
            formBytes == 0
                ? PackedForm() : try PackedForm(decoding: try written.bytes(in: end..<written.size))
        }
        (formEntries, formPictures) = (form.entries, form.pictures.sorted { $0.key < $1.key }.map(\.value))
        drawings = try client.accepting { try Self.ink(in: written, from: size, upTo: end, limits) }
        try file.descriptor.resize(to: Int64(size))
        guard let template = character.template else {
            content = nil
            return
        }
        let pdf = try file.asInput(named: input.path)
        guard try QuickHash(of: pdf).description == template.hash else { throw client.refusal() }
        content = pdf
    }

    /// Reads the ink that follows the PDF in the worker's output.
    private static func ink(
        in file: InputFile, from start: Int, upTo end: Int, _ limits: PackageLimits
    ) throws -> [Int: Drawing] {
        var drawings: [Int: Drawing] = [:]
        var (place, count) = (start, InkCount())
        while place < end {
            let first = place + PackedInk.headSize
            guard first <= end, let head = PackedInk(try file.bytes(in: place..<first)),
                head.size <= min(end - first, AnswerBounds.inkBytes), drawings.count < limits.maximumInkPages
            else { throw JobClient.misanswered }
            place = first + head.size
            let ink = try NativeInk.decode(
                try file.bytes(in: first..<place), memoryLimit: AnswerBounds.inkMemory)
            guard ink.pages.count == 1, drawings[head.page] == nil else { throw JobClient.misanswered }
            count.add(ink.pages[0].drawing)
            guard count.problem(limits) == nil else { throw JobClient.misanswered }
            drawings[head.page] = ink.pages[0].drawing
        }
        return drawings
    }
}
