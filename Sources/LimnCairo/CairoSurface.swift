// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo

/// A surface that cairo draws on. A surface and its contexts must be used by only one thread at a time.
public class CairoSurface {
    /// The `cairo_surface_t`, owned by this object.
    package let handle: OpaquePointer

    /// Takes ownership of a surface that cairo created.
    ///
    /// - Throws: The surface's status. If creation fails, cairo returns a surface in an error state.
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

    /// Throws the first error of all drawing on the surface. Errors are sticky.
    public func check() throws(CairoError) { try CairoError.check(cairo_surface_status(handle)) }
}

/// Retains a Swift object until cairo destroys a surface.
///
/// Contexts and patterns may hold references to a surface that outlive its Swift owner. Therefore cairo's reference
/// count controls the memory that the surface draws into ("the user data is destroyed when the surface is destroyed").
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

/// A key for cairo's user data. Only its address matters; it is never freed.
private nonisolated(unsafe) let keepAliveKey = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
