// SPDX-License-Identifier: GPL-3.0-or-later
#include "CCurl.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The numbers and types of libcurl 7 and 8, which never change (curl/curl.h). Its headers are not needed to build Limn.
typedef int (*set_option)(void *, int, ...);
typedef size_t (*sink)(char *, size_t, size_t, void *);
enum {
    option_write_data = 10001, option_url = 10002, option_error_buffer = 10010, option_body = 10015,
    option_user_agent = 10018, option_fields = 10023, option_method = 10036, option_authorities = 10065,
    option_no_proxy = 10177, option_protocols = 10318, option_write_function = 20011, option_body_size = 30120, option_slow_bytes = 19,
    option_slow_seconds = 20, option_no_body = 44, option_post = 47, option_connect_seconds = 78, option_no_signals = 99,
    information_status = 0x200002,
};

struct ccurl_session {
    void *library, *handle;
    set_option set;
    int (*perform)(void *);
    int (*information)(void *, int, ...);
    void (*reset)(void *);
    void (*cleanup)(void *);
    void *(*append)(void *, const char *);
    void (*free_all)(void *);
    const char *(*message)(int);
};

ccurl_session *ccurl_open(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    ccurl_session *session = calloc(1, sizeof *session);
    void *(*begin)(void) = dlsym(library, "curl_easy_init");
    if (session && begin) {
        session->library = library;
        session->set = dlsym(library, "curl_easy_setopt");
        session->perform = dlsym(library, "curl_easy_perform");
        session->information = dlsym(library, "curl_easy_getinfo");
        session->reset = dlsym(library, "curl_easy_reset");
        session->cleanup = dlsym(library, "curl_easy_cleanup");
        session->append = dlsym(library, "curl_slist_append");
        session->free_all = dlsym(library, "curl_slist_free_all");
        session->message = dlsym(library, "curl_easy_strerror");
        if (session->set && session->perform && session->information && session->reset && session->cleanup
            && session->append && session->free_all && session->message) {
            session->handle = begin();
            if (session->handle) return session;
        }
    }
    free(session);
    dlclose(library);
    return NULL;
}

void ccurl_close(ccurl_session *session) {
    session->cleanup(session->handle);
    // The library stays loaded: it may have begun what it cannot end.
    free(session);
}

struct received {
    ccurl_answer *answer;
    size_t limit, capacity;
};

static size_t receive(char *bytes, size_t unit, size_t count, void *context) {
    struct received *received = context;
    ccurl_answer *answer = received->answer;
    size_t size = unit * count;
    if (size > received->limit - answer->size) {
        answer->is_too_large = true;
        return 0;
    }
    if (answer->size + size > received->capacity) {
        size_t capacity = received->capacity * 2 > answer->size + size ? received->capacity * 2 : answer->size + size;
        unsigned char *body = realloc(answer->body, capacity);
        if (!body) return 0;
        answer->body = body;
        received->capacity = capacity;
    }
    memcpy(answer->body + answer->size, bytes, size);
    answer->size += size;
    return size;
}

ccurl_answer ccurl_perform(ccurl_session *session, const ccurl_request *request) {
    ccurl_answer answer = {0};
    struct received received = {&answer, request->limit, 0};
    void *fields = NULL;
    for (size_t i = 0; i < request->field_count; i++) fields = session->append(fields, request->fields[i]);
    // Nobody waits for 100 (Continue).
    fields = session->append(fields, "Expect:");
    void *handle = session->handle;
    // Connections stay open.
    session->reset(handle);
    session->set(handle, option_url, request->url);
    session->set(handle, option_protocols, "http,https");
    session->set(handle, option_user_agent, "limn");
    session->set(handle, option_fields, fields);
    session->set(handle, option_write_function, (sink)receive);
    session->set(handle, option_write_data, &received);
    session->set(handle, option_error_buffer, answer.reason);
    session->set(handle, option_no_signals, 1L);
    session->set(handle, option_connect_seconds, 15L);
    session->set(handle, option_slow_bytes, 1L);
    session->set(handle, option_slow_seconds, 600L);
    if (!request->uses_proxy) session->set(handle, option_no_proxy, "*");
    if (request->authorities) session->set(handle, option_authorities, request->authorities);
    if (request->body || request->body_size == 0 && !strcmp(request->method, "POST")) {
        session->set(handle, option_post, 1L);
        session->set(handle, option_body, request->body ? request->body : "");
        session->set(handle, option_body_size, (long long)request->body_size);
    }
    if (!strcmp(request->method, "HEAD")) {
        session->set(handle, option_no_body, 1L);
    } else {
        session->set(handle, option_method, request->method);
    }
    int result = session->perform(handle);
    session->free_all(fields);
    if (result == 0) {
        session->information(handle, information_status, &answer.status);
        answer.reason[0] = 0;
    } else if (!answer.reason[0]) {
        snprintf(answer.reason, sizeof answer.reason, "%s", session->message(result));
    }
    // The buffers that end here are not kept.
    session->reset(handle);
    return answer;
}

void ccurl_release(ccurl_answer *answer) {
    free(answer->body);
    answer->body = NULL;
    answer->size = 0;
}
