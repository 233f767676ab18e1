// SPDX-License-Identifier: GPL-3.0-or-later
// What browsers have and the type checker's library does not know yet.

interface PointerEvent {
    readonly altitudeAngle?: number;
    readonly azimuthAngle?: number;
}
