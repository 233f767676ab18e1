// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A connection to servers by libcurl, which is opened when the first one is made: few commands need it.
typedef struct ccurl_session ccurl_session;

/// A request. Texts end with a null byte.
typedef struct {
    const char *method;
    const char *url;
    /// Header fields as `Name: value`.
    const char *const *fields;
    size_t field_count;
    /// The file with the certificates of the authorities to trust; NULL for those of the system.
    const char *authorities;
    /// The body; NULL for none.
    const void *body;
    size_t body_size;
    /// The number of bytes after which an answer is refused.
    size_t limit;
    /// Whether the request goes through the proxy that the environment names, if any.
    bool uses_proxy;
} ccurl_request;

/// An answer.
typedef struct {
    /// The status of HTTP; 0 if there is no answer.
    long status;
    /// The body, which `ccurl_release` frees; NULL for an empty one.
    unsigned char *body;
    size_t size;
    /// Whether the body was longer than the limit.
    bool is_too_large;
    /// Why there is no answer; empty if there is one.
    char reason[256];
} ccurl_answer;

/// Opens libcurl. Returns NULL if the system does not have it.
ccurl_session *ccurl_open(void);
void ccurl_close(ccurl_session *session);
/// Sends a request and waits for the answer. A server that sends nothing for ten minutes has failed. Redirects are not followed.
ccurl_answer ccurl_perform(ccurl_session *session, const ccurl_request *request);
void ccurl_release(ccurl_answer *answer);
