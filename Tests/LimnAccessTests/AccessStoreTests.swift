// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@Suite struct AccessStoreTests {
    private let folder: TemporaryFolder
    private let store: AccessStore

    init() throws {
        folder = try TemporaryFolder()
        store = AccessStore(in: FilePath(folder.url.path))
    }

    @Test func `a code is exchanged once for a token that stays`() throws {
        let code = try store.add("Ada", role: .owner)
        let (token, grant) = try #require(try store.exchange(code))
        #expect(grant.name == "Ada")
        #expect(try store.exchange(code) == nil)
        let other = AccessStore(in: FilePath(folder.url.path))
        #expect(try other.grant(forToken: token)?.role == .owner)
        #expect(try other.grant(forToken: code, acceptsCode: true) == nil)
    }

    @Test func `a code that a program uses as its token works again, and is not exchanged any more`() throws {
        let code = try store.add("script", role: .owner)
        #expect(try store.grant(forToken: code) == nil)
        #expect(try store.grant(forToken: code, acceptsCode: true)?.name == "script")
        #expect(try store.grant(forToken: code, acceptsCode: true)?.name == "script")
        #expect(try store.exchange(code) == nil)
    }

    @Test func `neither codes nor tokens are in the file, which is its owner's only`() throws {
        let code = try store.add("Ada", role: .owner)
        let (token, _) = try #require(try store.exchange(code))
        let text = try String(contentsOfFile: folder.path("access.json"), encoding: .utf8)
        #expect(!text.contains(code))
        #expect(!text.contains(token))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("access.json"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `who is revoked has no access any more, also with tokens that others have cached`() throws {
        let other = AccessStore(in: FilePath(folder.url.path))
        let code = try store.add("Ada", role: .owner)
        let (token, _) = try #require(try store.exchange(code))
        #expect(try other.grant(forToken: token) != nil)
        try store.revoke("Ada")
        #expect(try other.grant(forToken: token) == nil)
        #expect(throws: AccessError.self) { try store.revoke("Ada") }
    }

    @Test func `access ends after its days`() throws {
        let code = try store.add("Ada", role: .owner, days: 2)
        let (token, _) = try #require(try store.exchange(code))
        let soon = AccessStore(in: FilePath(folder.url.path)) { Date(timeIntervalSinceNow: 1.9 * 86_400) }
        let later = AccessStore(in: FilePath(folder.url.path)) { Date(timeIntervalSinceNow: 2.1 * 86_400) }
        #expect(try soon.grant(forToken: token) != nil)
        #expect(try later.grant(forToken: token) == nil)
    }

    @Test func `a name is given once, and follows the rules for names`() throws {
        _ = try store.add("Ada", role: .owner)
        #expect(throws: AccessError.self) { try store.add("Ada", role: .owner) }
        #expect(throws: AccessError.self) { try store.add("", role: .owner) }
        #expect(throws: AccessError.self) { try store.add("a\u{202e}b", role: .owner) }
        #expect(try store.grants().map(\.name) == ["Ada"])
    }

    @Test func `a player has the characters that were named`() throws {
        let ids = Set([CharacterID(bits: 1), CharacterID(bits: 2)])
        _ = try store.add("Ada", role: .player, characters: ids)
        #expect(try store.grants().first?.characters == ids)
    }

    @Test func `secrets have 130 bits, and other texts are none`() {
        let secrets = Set((0..<1000).map { _ in AccessSecret.make() })
        #expect(secrets.count == 1000)
        #expect(secrets.allSatisfy { $0.count == 26 && AccessSecret.hash($0)?.count == 64 })
        #expect(AccessSecret.hash("") == nil)
        #expect(AccessSecret.hash(String(repeating: "u", count: 26)) == nil)
        #expect(AccessSecret.hash(String(repeating: "0", count: 27)) == nil)
    }

    @Test func `a damaged file is an error and gives access to nobody`() throws {
        try folder.write(Array("{\"version\":1,\"entries\":7}".utf8), "access.json")
        #expect(throws: AccessError.self) { try store.grants() }
        #expect(throws: AccessError.self) { try store.grant(forToken: AccessSecret.make()) }
    }

    @Test func `forty processes' worth of changes at once are all kept`() async throws {
        let path = FilePath(folder.url.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = try AccessStore(in: path).add("person \(number)", role: .owner) }
            }
            try await group.waitForAll()
        }
        #expect(try store.grants().count == 40)
    }
}
