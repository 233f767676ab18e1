// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Limn
internal import LimnAccess
internal import LimnFiles
internal import NIOCore
internal import NIOHTTP1
internal import SystemPackage

extension Problem {
    /// Creates the problem for an error of any module.
    ///
    /// The problem for an unexpected error does not describe the cause, which may contain a path.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as LibraryError: self.init(library: error)
        case let error as LimnError: self.init(engine: error)
        case let error as AccessError where error.cause == .noSpace: self = .noSpace
        case let error as AccessError where error.cause == .readOnly: self = .readOnly
        case is AccessError:
            self.init(
                .serviceUnavailable, "failed", "The list of people with access cannot be read now.",
                headers: [.retryAfter: "5"])
        case is NIOTooManyBytesError:
            self.init(.contentTooLarge, "too-large", "The body is too large.")
        case is CancellationError: self = .stopping
        case is HTTPParserError: self = .unreadable("The body is incomplete, or its chunks are damaged.")
        case let error as Errno where error == .noSpace || error == .diskQuotaExceeded: self = .noSpace
        case let error as FileError where error.code == .noSpace: self = .noSpace
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .noSpace
        case let error as Errno where error == .readOnlyFileSystem || error == .permissionDenied: self = .readOnly
        case let error as FileError where error.code == .denied: self = .readOnly
        case let error as CocoaError
        where error.code == .fileWriteVolumeReadOnly || error.code == .fileWriteNoPermission: self = .readOnly
        default: self.init(.internalServerError, "failed", "The request failed for an unknown reason.")
        }
    }

    /// The problem with status 503 for requests while the server is stopping.
    static let stopping = Problem(
        .serviceUnavailable, "stopping", "The server is stopping.", headers: [.retryAfter: "2"])

    /// The problem with status 503 for changes of a library that can only be read.
    static let readOnly = Problem(
        .serviceUnavailable, "busy", "The library cannot be changed now.", headers: [.retryAfter: "60"])

    private init(library error: LibraryError) {
        switch error.code {
        case .notFound: self.init(.notFound, "not-found", error.description)
        case .noSuchPage: self.init(.notFound, "not-found", error.description)
        case .ambiguous: self.init(.conflict, "conflict", error.description)
        case .invalidName, .invalidValue, .refused, .invalidInk:
            self.init(.unprocessableContent, "refused", error.description)
        case .stale:
            self.init(
                .preconditionFailed, "stale-revision", error.description,
                members: error.currentRevision.map { ["currentRevision": .number($0)] } ?? [:])
        case .tooLong: self.init(.unprocessableContent, "too-long", error.description)
        case .unprepared: self.init(.serviceUnavailable, "busy", error.description, headers: [.retryAfter: "1"])
        case .keyReused: self.init(.unprocessableContent, "reused-key", error.description)
        case .noSpace: self.init(.noSpace, "no-space", "The disk is full.")
        case .busy:
            self.init(
                .serviceUnavailable, "busy", "The library is busy.", headers: [.retryAfter: "1"])
        case .denied: self = .readOnly
        case .damaged, .newerVersion, .notLibrary:
            self.init(.serviceUnavailable, "damaged", "The library is damaged.", headers: [.retryAfter: "60"])
        default: self.init(.internalServerError, "failed", "The library could not do this.")
        }
    }

    private init(engine error: LimnError) {
        switch error.code {
        case .busy:
            self.init(
                .serviceUnavailable, "busy", "Too many documents are being read now.", headers: [.retryAfter: "2"])
        case .cancelled: self = .stopping
        case .unconfined:
            self.init(
                .serviceUnavailable, "failed", "This machine has no sandbox to read documents in.",
                headers: [.retryAfter: "60"])
        case .noSpace: self = .noSpace
        case .crashed, .storageFailed:
            self.init(.serviceUnavailable, "failed", error.sentence, headers: [.retryAfter: "5"])
        case .libraryDamaged:
            self.init(.serviceUnavailable, "damaged", "The library is damaged.", headers: [.retryAfter: "60"])
        case .noSuchPage: self.init(.notFound, "not-found", error.sentence)
        case .tooLarge: self.init(.contentTooLarge, "too-large", error.sentence)
        case .locked: self.init(.unprocessableContent, "locked", error.sentence)
        case .noTemplate: self.init(.conflict, "conflict", error.sentence)
        case .needsAudience:
            self.init(.unprocessableContent, "needs-audience", error.sentence, members: ["field": .text("audience")])
        default: self.init(.unprocessableContent, "refused", error.sentence)
        }
    }
}

extension HTTPResponse.Status {
    /// 507: the disk is full (RFC 4918, 11.5).
    static let noSpace = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
