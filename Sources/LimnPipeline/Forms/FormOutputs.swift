// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// Checks the paths of the files that filling a form writes.
enum FormOutputs {
    /// Checks that no output replaces an input, and that no two outputs are the same file.
    ///
    /// - Throws: ``LimnError`` with `outputsCollide`.
    static func check(_ outputs: [FilePath], against inputs: [FilePath]) throws(LimnError) {
        let read = inputs.filter { $0 != "-" }.compactMap { path in FileIdentity(path).map { (path, $0) } }
        var seen: Set<FilePath> = []
        for output in outputs where output != "-" {
            guard seen.insert(output.lexicallyNormalized()).inserted else {
                throw LimnError(.outputsCollide, about: output, "Two results would be written to this file.")
            }
            guard let identity = FileIdentity(output), let input = read.first(where: { $0.1 == identity }) else {
                continue
            }
            throw LimnError(
                .outputsCollide, about: input.0, "The output would replace this file; give it another name.")
        }
    }
}
