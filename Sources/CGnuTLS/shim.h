// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509-ext.h>
#include <gnutls/x509.h>

// gnutls_free is a variable, which Swift would have to take for one that changes.
static inline void limn_gnutls_free(gnutls_datum_t datum) { gnutls_free(datum.data); }

// A macro with arguments.
static inline unsigned int limn_gnutls_p256_bits(void) { return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1); }
