// SPDX-License-Identifier: GPL-3.0-or-later

public import SystemPackage

extension Library {
    /// Checks the library in a folder, even if it is too damaged to be opened.
    ///
    /// - Parameters:
    ///   - folder: the folder of the library. It is not created.
    ///   - repairing: as for ``check(repairing:)``.
    /// - Returns: the result of ``check(repairing:)``; one problem of the kind `database` if the library cannot be
    ///   opened.
    /// - Throws: ``LibraryError``, `notFound` if there is no library, `newerVersion` if a newer Limn wrote it,
    ///   `notLibrary` if the folder has the database of another program.
    public static func check(at folder: FilePath, repairing: Bool = false) throws(LibraryError) -> LibraryCheck {
        do throws(LibraryError) {
            return try Library(at: folder, creating: false).check(repairing: repairing)
        } catch {
            guard error.code == .damaged else { throw error }
            var check = LibraryCheck()
            check.problems.append(.init(.database, error.description))
            return check
        }
    }
}
