// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 8 };

int csandbox_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count, int waits) {
    if (descriptor_count > MOST_DESCRIPTORS) return EINVAL;
    union {
        char space[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
        struct cmsghdr align;
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    for (;;) {
        if (sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT)) >= 0) return 0;
        if (errno != EINTR) return errno;
    }
}

int csandbox_receive(int socket, void *bytes, size_t *count, int *descriptors, size_t *descriptor_count) {
    size_t room = *descriptor_count < MOST_DESCRIPTORS ? *descriptor_count : MOST_DESCRIPTORS;
    size_t arrived = 0;
    union {
        char space[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
        struct cmsghdr align;
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = *count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *count = 0;
    *descriptor_count = 0;
    ssize_t got;
    do {
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return errno;
    int fits = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t sent = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < sent; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
            if (fits && arrived < room) {
                descriptors[arrived++] = descriptor;
            } else {
                // Unexpected descriptors are closed, so that they do not accumulate.
                close(descriptor);
                fits = 0;
            }
        }
    }
    if (!fits) {
        for (size_t i = 0; i < arrived; i++) close(descriptors[i]);
        return EMSGSIZE;
    }
    *count = (size_t)got;
    *descriptor_count = arrived;
    return 0;
}

int csandbox_memory_file(const char *name, size_t size) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
        return file;
    }
    int failure = errno;
    close(file);
    errno = failure;
    return -1;
}

void csandbox_close_from(int first) {
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
    for (int descriptor = first; descriptor < 1024; descriptor++) close(descriptor);
}
