// SPDX-License-Identifier: GPL-3.0-or-later
// System calls that Swift cannot make, because they are variadic or need macros.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Sends one message with file descriptors attached. If `waits` is 0, it fails with EAGAIN instead of waiting. Returns
/// 0, or an errno value.
int csandbox_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count, int waits);

/// Receives one message. On entry, `count` and `descriptor_count` are capacities; on return, they are the received
/// amounts. Received descriptors are closed on exec. Returns 0 (with a count of 0 if the other end is closed), or an
/// errno value: EMSGSIZE if the message or its descriptors did not fit.
int csandbox_receive(int socket, void *bytes, size_t *count, int *descriptors, size_t *descriptor_count);

/// Makes an unnamed file of a fixed size in memory. Returns its file descriptor, or -1 with errno set.
int csandbox_memory_file(const char *name, size_t size);

/// Closes all file descriptors from `first` upward.
void csandbox_close_from(int first);

/// Permanently prevents this process and its children from gaining privileges. Returns 0, or an errno.
int csandbox_no_new_privileges(void);

/// Makes the kernel kill this process when the thread that started it ends. Returns 0, or an errno value.
int csandbox_die_with_parent(void);

/// Prevents core dumps, and debugging of this process by other processes of the same user. Returns 0, or an errno
/// value.
int csandbox_not_dumpable(void);

/// Answers the trapped system calls of this process that ask about paths, by opening the files. Returns 0, or an errno
/// value.
int csandbox_answer_for_paths(void);

/// Returns 0 if the status of a file can be read by its path, or an errno value.
int csandbox_try_status(const char *path);

/// Returns the version of Landlock in the kernel; 0 if there is none.
int csandbox_landlock_version(void);

/// Restricts this process with Landlock: it may only read, and only below the `readable` paths, which need not exist.
/// If the kernel supports it, TCP is also forbidden. Returns 0, or an errno value.
int csandbox_landlock(const char *const *readable, size_t count);

/// Drops all capabilities and, if permitted, also the ability to regain them. Returns 0, or an errno value.
int csandbox_drop_capabilities(void);

/// Permanently loads the code that converts UTF-8 to another encoding. Returns 0, or an errno value.
int csandbox_load_converter(const char *encoding);

/// Makes a system call by its number. Returns its result, or the negative errno.
long csandbox_call(long number, const long arguments[6]);

/// Calls fork(), which must fail inside the sandbox. Returns 0 if it was refused, 1 if it created a child.
int csandbox_try_fork(void);

/// Opens a path for reading or writing, without Swift's overlays. Returns 0 after closing it again, or an errno value.
int csandbox_try_open(const char *path, int writable);

/// Opens a socket (AF_INET, SOCK_STREAM or SOCK_DGRAM) and connects it to 127.0.0.1. Returns 0 if it connected or
/// nothing was listening (ECONNREFUSED), otherwise an errno value.
int csandbox_try_network(int datagram, uint16_t port);

/// Tries to reach another process without harming it: it sends signal 0, reads its limits, and directs file-event
/// signals to it. Returns 0 if one of these succeeds, otherwise an errno value.
int csandbox_try_reach(pid_t process);

/// Replaces this process with another program. Returns an errno value on failure; does not return on success.
int csandbox_try_execute(const char *path);
