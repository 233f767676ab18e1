// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import SystemPackage

extension Library {
    /// Checks the database. A repair rebuilds its indices.
    ///
    /// - Returns: whether the database is sound.
    func checkDatabase(_ check: inout LibraryCheck, repairing: Bool) throws(LibraryError) -> Bool {
        guard !isRescued else {
            tellDamage(&check)
            return false
        }
        guard try !isIntact() else { return true }
        if repairing {
            // Rebuilding an index loses nothing if its table is undamaged. Otherwise, the copy still has the index.
            let kept = try keepDatabase()
            try? writing { try $0.execute(sql: "REINDEX") }
            if try isIntact() {
                check.problems.append(
                    .init(
                        .database, "An index of the database is damaged.",
                        repair: "The indexes were rebuilt. The damaged database is kept as \(kept.displayName)."))
                return true
            }
        }
        tellDamage(&check)
        return false
    }

    /// Reports the extent of the damage to the database, and the lost data.
    private func tellDamage(_ check: inout LibraryCheck) {
        // This reads the undamaged rest, unless it was read before.
        _ = try? reading { try Int.fetchOne($0, sql: "SELECT count(*) FROM character NOT INDEXED") }
        let found = try? rescued()
        let name = folder.appending(DatabaseFile.name).displayName
        check.problems.append(
            .init(
                .database,
                "The database \(name) is damaged. \(found?.extent.sentence ?? "Nothing in it can be read.") "
                    + "What is left can be salvaged."))
        check.problems += found?.problems ?? []
    }

    /// Whether SQLite finds no damage.
    func isIntact() throws(LibraryError) -> Bool {
        do {
            return try pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") } == ["ok"]
        } catch {
            guard LibraryError.isDamage(error) else { throw LibraryError(error, in: folder) }
            return false
        }
    }

    /// Copies the database as it is into the folder `set-aside`, before a repair deletes or changes rows.
    ///
    /// - Returns: the path of the copy.
    func keepDatabase() throws(LibraryError) -> FilePath {
        do {
            try Publisher.makeFolder(blobs.setAsideFolder, isPrivate: true)
            var number = 1
            var name: String { "library-\(number).sqlite" }
            while FileIdentity(blobs.setAsideFolder.appending(name)) != nil { number += 1 }
            let file = blobs.setAsideFolder.appending(name)
            try LibraryFiles.makeDatabase(at: file)
            let queue = try DatabaseQueue(path: file.string)
            try pool.backup(to: queue)
            try queue.close()
            try Publisher.syncParent(of: file)
            return folder.appending("set-aside").appending(name)
        } catch { throw LibraryError(error, in: folder) }
    }
}
