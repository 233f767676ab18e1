// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
internal import LimnInk
internal import SystemPackage

extension LibraryError {
    /// Converts any error that was thrown inside a library.
    init(_ error: any Error, in folder: FilePath) {
        switch error {
        case let error as LibraryError: self = error
        case let error as FileError: self.init(error)
        case let error as InkError: self.init(error)
        case let error as DatabaseError: self.init(error, in: folder)
        case is RowDecodingError:
            self.init(.damaged, "The library \(folder.displayName) is damaged: its database holds impossible values.")
        case let error as Errno: self.init(FileError(writing: folder, cause: error))
        case let error as CocoaError: self.init(FileError(error, in: folder))
        default: self.init(.other, "The library \(folder.displayName) cannot be used: \(error).")
        }
    }

    init(_ error: FileError) {
        let code: Code =
            switch error.code {
            case .noSpace: .noSpace
            case .denied: .denied
            case .notFound: .notFound
            default: .other
            }
        self.init(code, error.description)
    }

    /// Converts an error according to SQLite's result codes (sqlite.org/rescode.html).
    init(_ error: DatabaseError, in folder: FilePath) {
        let name = folder.displayName
        // The shared-memory file (-shm) also needs disk space when it grows.
        let isFull = error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        switch isFull ? .SQLITE_FULL : error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "The library \(name) is in use by other programs; try again.")
        case .SQLITE_FULL:
            self.init(.noSpace, "The library \(name) cannot be changed: the disk is full; make room and try again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.denied, "The library \(name) cannot be changed: writing there is not permitted.")
        case .SQLITE_CANTOPEN:
            self.init(.denied, "The library \(name) cannot be opened: its database cannot be read or created.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.damaged, "The library \(name) is damaged.")
        case .SQLITE_IOERR:
            self.init(.other, "The library \(name) cannot be read or written: the disk reports an error.")
        case .SQLITE_INTERRUPT:
            self.init(
                .refused, "Reading the library \(name) takes too long: it is damaged or was designed to be slow.")
        case .SQLITE_NOMEM: self.init(.other, "There is not enough memory for the library \(name).")
        case .SQLITE_TOOBIG: self.init(.refused, "Something is too large for the library \(name).")
        default:
            self.init(
                .other, "The library \(name) cannot be used: \(error.message ?? "SQLite error \(error.resultCode)").")
        }
    }
}

extension FileError {
    /// Converts a Foundation error, which wraps the errno.
    ///
    /// - Parameter folder: the path to report if the error names none.
    fileprivate init(_ error: CocoaError, in folder: FilePath) {
        let path = (error.userInfo[NSFilePathErrorKey] as? String).map { FilePath($0) } ?? folder
        let code = (error.userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code
        self.init(writing: path, cause: code.map { Errno(rawValue: $0.rawValue) } ?? .ioError)
    }
}
