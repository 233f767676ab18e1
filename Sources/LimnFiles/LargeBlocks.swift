// SPDX-License-Identifier: GPL-3.0-or-later

internal import CFiles

/// The memory of large arrays, such as the content of files.
public enum LargeBlocks {
    /// The size from which an array counts as large, in bytes.
    private static let size: Int32 = 1 << 20

    /// Has this process give the memory of large arrays back to the kernel when they are released.
    ///
    /// glibc otherwise keeps up to 64 MiB for each thread that ever had a large array. Long-running programs that read
    /// files of unknown size call this function at their start. The setting applies to the whole process.
    public static func giveBack() { cfiles_map_large_blocks(size) }
}
