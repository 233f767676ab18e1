// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

extension Library {
    /// Checks for files that no template refers to.
    ///
    /// A repair deletes the files that are proven unneeded, and sets the others aside.
    func checkFiles(_ check: inout LibraryCheck, repairing: Bool) throws(LibraryError) {
        do {
            let referenced = try pool.read(Schema.blobNames)
            let discarded = try pool.read(Schema.unneededBlobs)
            let unneeded = try blobs.names().filter {
                discarded.contains($0) || BlobFolder.isTemporary($0) && BlobFolder.isLimnFile($0)
            }
            // While another process is importing, the results are nil, because no row refers to its files yet.
            if repairing, let count = try collectBlobs(), count > 0 {
                check.diagnostics.append("\(Self.count(count)) that no template needs: removed.")
            } else if !repairing, let count = try blobs.ifFree({ unneeded.count }), count > 0 {
                check.diagnostics.append(
                    "\(Self.count(count)) that no template needs: left by a program that ended early.")
            }
            if repairing {
                let aside = try blobs.setAside { try pool.read(Schema.blobNames) } ?? []
                if !aside.isEmpty {
                    let folder = self.folder.appending("set-aside").displayName
                    check.diagnostics.append(
                        "\(Self.count(aside.count)) that no template refers to: kept in \(folder).")
                }
            } else if let loose = try blobs.ifFree({
                blobs.blobNames().filter { !referenced.contains($0) && !discarded.contains($0) }
            }), !loose.isEmpty {
                check.diagnostics.append(
                    "\(Self.count(loose.count)) that no template refers to; a repair sets \(loose.count == 1 ? "it" : "them") aside."
                )
            }
            for name in try blobs.names() where !BlobFolder.isLimnFile(name) {
                check.diagnostics.append("\(name) in \(blobs.path.displayName) does not belong to Limn.")
            }
        } catch { throw LibraryError(error, in: folder) }
    }

    private static func count(_ number: Int) -> String { number == 1 ? "One file" : "\(number) files" }
}
