"""Descriptors of the driver's own, kept where loops over the usual numbers do not meet them."""

from errno import EINVAL
from fcntl import F_DUPFD_CLOEXEC, fcntl
from os import close, pipe

# The first that the process's descriptor limit allows.
LOWEST_NUMBERS = (1200, 200, 64, 5)


def reserve(fd):
    """A close-on-exec duplicate of `fd` with a high number."""
    for lowest in LOWEST_NUMBERS:
        try:
            return fcntl(fd, F_DUPFD_CLOEXEC, lowest)
        except OSError as error:
            if error.errno != EINVAL:
                raise
    raise OSError(EINVAL, 'the descriptor limit is too low for the driver')


def reserve_pipe():
    """A pipe of such descriptors, the end to read from first."""
    ends = pipe()
    reserved = [reserve(fd) for fd in ends]
    for fd in ends:
        close(fd)
    return reserved
