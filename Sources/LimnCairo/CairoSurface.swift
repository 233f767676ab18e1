// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// Something that cairo draws on. A surface and its contexts must not be used from two threads at once.
public class CairoSurface {
    /// The `cairo_surface_t`, owned by this object.
    package let handle: OpaquePointer

    /// Takes over a surface that cairo made, and with it the duty to destroy it.
    ///
    /// - Throws: the surface's status; cairo answers a failed creation with a surface in an error state.
    init(adopting handle: OpaquePointer) throws(CairoError) {
        do {
            try CairoError.check(cairo_surface_status(handle))
        } catch {
            cairo_surface_destroy(handle)
            throw error
        }
        self.handle = handle
    }

    deinit { cairo_surface_destroy(handle) }

    /// Throws when something drawn on the surface failed. Errors are sticky: the first one stays.
    public func check() throws(CairoError) { try CairoError.check(cairo_surface_status(handle)) }
}

/// Attaches a Swift object to a surface for exactly as long as cairo itself keeps the surface.
///
/// "The user data is destroyed when the surface is destroyed": contexts and patterns may hold references that outlive
/// the Swift owner, so the memory that cairo uses hangs on cairo's own count.
func keepAlive(_ object: AnyObject, with surface: OpaquePointer) throws(CairoError) {
    let retained = Unmanaged.passRetained(object)
    let key = UnsafeRawPointer(keepAliveKey).assumingMemoryBound(to: cairo_user_data_key_t.self)
    let status = cairo_surface_set_user_data(surface, key, retained.toOpaque()) { pointer in
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    do {
        try CairoError.check(status)
    } catch {
        retained.release()
        throw error
    }
}

/// Only the address matters; it is never freed.
private nonisolated(unsafe) let keepAliveKey = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
