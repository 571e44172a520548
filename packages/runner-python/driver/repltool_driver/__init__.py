"""The Python driver of repltool: runs cells in this process and answers the host on a private channel."""
