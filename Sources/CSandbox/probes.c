// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int csandbox_try_fork(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child < 0) return 0;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    return 1;
}

int csandbox_try_open(const char *path, int writable) {
    int file = open(path, writable ? O_WRONLY | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    close(file);
    return 0;
}

int csandbox_try_status(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? 0 : errno;
}

int csandbox_try_network(int datagram, uint16_t port) {
    int file = socket(AF_INET, (datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0);
    if (file < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int status = connect(file, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
    close(file);
    return status == ECONNREFUSED ? 0 : status;
}

int csandbox_try_reach(pid_t process) {
    if (syscall(SYS_tgkill, process, process, 0) == 0) return 0;
    struct rlimit limits;
    if (prlimit(process, RLIMIT_CPU, NULL, &limits) == 0) return 0;
    if (fcntl(STDIN_FILENO, F_SETOWN, process) == 0) {
        fcntl(STDIN_FILENO, F_SETOWN, 0);
        return 0;
    }
    return kill(process, 0) == 0 ? 0 : errno;
}

int csandbox_try_execute(const char *path) {
    char *const arguments[] = {(char *)path, NULL};
    char *const environment[] = {NULL};
    execve(path, arguments, environment);
    return errno;
}

long csandbox_call(long number, const long arguments[6]) {
    long result =
        syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    return result == -1 ? -errno : result;
}
