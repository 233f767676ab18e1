// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Memory from malloc, or nil where there is none. `UnsafeMutableRawPointer.allocate` would trap instead, and the size
/// of a picture comes from the world.
func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(count) }

/// Gives back what ``allocate(_:)`` or calloc gave.
func release(_ pointer: UnsafeMutableRawPointer?) { free(pointer) }
