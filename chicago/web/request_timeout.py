"""What a client gets whose request has not arrived whole within ``REQUEST_TIMEOUT`` seconds."""

TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
