// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@testable import LimnWorker

/// Control groups in an ordinary folder that plays the hierarchy of the kernel.
struct ControlGroupTests {
    private let folder: TemporaryFolder
    private let membership = "4:memory:/other\n0::/user.slice/job.scope\n"
    private var own: String { folder.path("user.slice/job.scope") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("user.slice/job.scope"), withIntermediateDirectories: true)
        try write("domain\n", "cgroup.type")
        try write("cpu memory pids\n", "cgroup.controllers")
        try write("", "cgroup.subtree_control")
        try write("71\n", "cgroup.procs")
    }

    private func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(own)/\(name)", atomically: false, encoding: .utf8)
    }

    private func read(_ name: String) throws -> String { try String(contentsOfFile: "\(own)/\(name)", encoding: .utf8) }

    private func groups(_ membership: String? = nil) -> ControlGroups {
        ControlGroups(root: folder.path(""), membership: membership ?? self.membership, process: 71)
    }

    @Test func `A process that is alone in its group moves out of it, and the group limits those below`() throws {
        #expect(groups().areDelegated)
        #expect(try read("limn-71/cgroup.procs") == "71")
        #expect(try read("cgroup.subtree_control") == "+memory +pids")
    }

    @Test func `A worker gets a group with limits, which goes with it`() throws {
        let group = try #require(groups().admit(72, WorkerLimits(memory: 512)))
        #expect(group.folder.hasSuffix("/job.scope/limn-71-72"))
        #expect(try read("limn-71-72/memory.max") == "805306368")
        #expect(try read("limn-71-72/memory.swap.max") == "0")
        #expect(try read("limn-71-72/pids.max") == "256")
        #expect(try read("limn-71-72/cgroup.procs") == "72")
        // The kernel's files go with the group; those of an ordinary folder do not.
        for name in try FileManager.default.contentsOfDirectory(atPath: group.folder) {
            try FileManager.default.removeItem(atPath: "\(group.folder)/\(name)")
        }
        group.remove()
        #expect(!FileManager.default.fileExists(atPath: group.folder))
    }

    @Test func `Nothing is changed where others are in the group, or limits cannot be set`() throws {
        try write("71\n80\n", "cgroup.procs")
        #expect(!groups().areDelegated)
        try write("71\n", "cgroup.procs")
        try write("cpu pids\n", "cgroup.controllers")
        #expect(!groups().areDelegated)
        #expect(try read("cgroup.subtree_control").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(own)/limn-71"))
        #expect(groups().admit(72, WorkerLimits()) == nil)
    }

    @Test(arguments: ["", "4:memory:/user.slice/job.scope\n", "0::/\n", "0::/../job.scope\n", "0::/none\n"])
    func `Nothing is made for a process that is in no such group`(_ membership: String) {
        #expect(!groups(membership).areDelegated)
    }

    @Test func `A group that is there already is left alone, and the worker goes without`() throws {
        let groups = groups()
        try FileManager.default.createDirectory(atPath: "\(own)/limn-71-72", withIntermediateDirectories: false)
        #expect(groups.admit(72, WorkerLimits()) == nil)
        #expect(FileManager.default.fileExists(atPath: "\(own)/limn-71-72"))
    }

    @Test func `A process that ends takes its group with it`() throws {
        let path = "\(own)/limn-71-73"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        var number = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawn(&number, "/bin/true", nil, nil, &arguments, nil) == 0)
        let process = ChildProcess(adopting: number, in: ControlGroup(folder: path))
        process.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
