// SPDX-License-Identifier: GPL-3.0-or-later

public import SystemPackage

extension Library {
    /// Checks the library in a folder, even if it is too damaged to be opened.
    ///
    /// - Parameter repairing: as for ``check(repairing:)``.
    /// - Throws: ``LibraryError``, `notFound` if there is no library.
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
