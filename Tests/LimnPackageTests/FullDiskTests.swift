// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnPackage
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

@Suite struct FullDiskTests {
    /// A package of about 80 KiB with an incompressible PDF.
    private static func large() throws -> CharacterPackage {
        var generator = SeededGenerator(seed: 5)
        let noise = (0..<80_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var package = try hero()
        package.template?.content = InputFile(bytes: noise, named: "noise.pdf")
        package.template?.contentHash = QuickHash(noise)
        return package
    }

    @Test func `A full device is reported as such`() throws {
        let error = #expect(throws: PackageError.self) { try PackageWriter().write(try hero(), to: "/dev/full") }
        #expect(error?.fileError?.code == .noSpace)
        #expect(error?.description == "/dev/full cannot be written: no space left on device; make room and try again.")
    }

    @Test func `A package written to a pipe has the same bytes as in a file`() throws {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try hero(), to: FilePath(folder.path("a.limnpkg")))
        let done = try run(
            "bash", "-c", "\(Fixture.path) a.limnpkg >(cat >b.limnpkg); sleep 0.2; wait; cmp a.limnpkg b.limnpkg",
            directory: folder.url)
        #expect(done.status == 0, "\(done.text) \(done.stderr)")
    }

    @Test func `A file size limit leaves the old file unchanged`() throws {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try Self.large(), to: FilePath(folder.path("in.limnpkg")))
        let size = try InputFile(FilePath(folder.path("in.limnpkg"))).size
        try folder.write([1, 2, 3], "out.limnpkg")
        // Not 0, because the fixture writes its messages to a file too.
        for kibibytes in 1...((size - 1) / 1024) {
            let done = try run(
                "bash", "-c", "ulimit -f \(kibibytes); exec \(Fixture.path) in.limnpkg out.limnpkg",
                directory: folder.url)
            #expect(done.status == 1)
            #expect(done.stderr == "out.limnpkg cannot be written: file too large.\n")
            #expect(folder.names == ["in.limnpkg", "out.limnpkg"])
            #expect(try InputFile(FilePath(folder.path("out.limnpkg"))).bytes() == [1, 2, 3])
        }
        let enough = "ulimit -f \(size / 1024 + 1); exec \(Fixture.path) in.limnpkg out.limnpkg"
        #expect(try run("bash", "-c", enough, directory: folder.url).status == 0)
        #expect(try run("cmp", "in.limnpkg", "out.limnpkg", directory: folder.url).status == 0)
    }

    @Test func `A disk that is full at any point leaves only the old file`() throws {
        let unshare = try Requirement.mounting()
        let folder = try TemporaryFolder()
        try PackageWriter().write(try Self.large(), to: FilePath(folder.path("in.limnpkg")))
        let script = """
            mkdir small
            for pages in $(seq 3 40); do
                mount -t tmpfs -o size=$((pages * 4))k none small && echo old >small/out.limnpkg || exit 9
                if \(Fixture.path) in.limnpkg small/out.limnpkg 2>message; then
                    cmp in.limnpkg small/out.limnpkg || exit 8
                    echo "enough"
                else
                    grep -q 'out.limnpkg cannot be written: no space left on device; make room and try again.' message ||
                        { cat message; exit 7; }
                    [[ $(cat small/out.limnpkg) == old && $(ls -A small) == out.limnpkg ]] || exit 6
                fi
                umount small
            done
            """
        let done = try run(
            "bash", "-c", "\(unshare) bash -c '\(script.replacing("'", with: "'\\''"))'", directory: folder.url)
        #expect(done.status == 0, "\(done.text) \(done.stderr)")
        let enough = done.text.split(separator: "\n").count
        #expect(enough > 3 && enough < 30)
    }

    @Test func `A full scratch folder is reported by name`() throws {
        let unshare = try Requirement.mounting()
        let folder = try TemporaryFolder()
        var package = try hero()
        let content = [UInt8](repeating: 1, count: 3 << 20)
        package.template?.content = InputFile(bytes: content, named: "big.pdf")
        package.template?.contentHash = QuickHash(content)
        try PackageWriter().write(package, to: FilePath(folder.path("in.limnpkg")))
        let script =
            "mkdir small && mount -t tmpfs -o size=1m none small && "
            + "TMPDIR=$PWD/small \(Fixture.path) in.limnpkg out.limnpkg"
        let done = try run("bash", "-c", "\(unshare) bash -c '\(script)'", directory: folder.url)
        #expect(done.status == 1)
        #expect(done.stderr.contains("/small cannot be written: no space left on device"), "\(done.stderr)")
    }
}
