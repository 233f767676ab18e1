// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// Reads PDFs one after the other, for verbs that print what they find in them. A PDF that cannot be read is told, and the
/// others are read.
struct DocumentReading {
    /// The PDFs, and folders of them.
    let inputs: [FilePath]
    /// Whether failures are printed as JSON, too.
    let isJSON: Bool

    /// - Parameters:
    ///   - read: reads a PDF.
    ///   - status: returns whether what was found lacks something.
    ///   - show: prints what was found in it.
    func run<Found: Sendable>(
        read: @escaping @Sendable (FilePath) async throws(LimnError) -> Found,
        status: (Found) -> ResultStatus = { _ in .ok }, show: (Found, FilePath) throws -> Void
    ) throws {
        var outcome = Outcome()
        for file in DocumentSearch.documents(inAny: inputs) {
            let found: Found
            do throws(LimnError) {
                found = try waiting { () throws(LimnError) in try await read(file) }
            } catch {
                Console.complain(Advice.line(Diagnostic(error, about: file)))
                if isJSON { try Console.print(json: JSONResult.FailedInput(file, error)) }
                outcome.add(.init(error))
                continue
            }
            try show(found, file)
            outcome.add(status(found))
        }
        try outcome.exit()
    }
}

/// What was found in a PDF, as JSON with the name of the PDF.
struct FoundInput<Found: Encodable>: Encodable {
    let input: String
    let found: Found

    private enum Key: CodingKey { case input }

    func encode(to encoder: any Encoder) throws {
        try found.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(input, forKey: .input)
    }
}
