// A program that is loaded with this library sees its own CPU time wherever it asks for the time:
// a busy machine then takes nothing away from its moves. Made and used by bench/support/gomoku_players.py.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int cpu_time(struct timespec* now) {
    return (int)syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, now);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
    switch (clock) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_BOOTTIME:
        return cpu_time(now);
    default:
        return (int)syscall(SYS_clock_gettime, clock, now);
    }
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
    (void)zone;
    struct timespec cpu;
    const int result = cpu_time(&cpu);
    now->tv_sec = cpu.tv_sec;
    now->tv_usec = cpu.tv_nsec / 1000;
    return result;
}
