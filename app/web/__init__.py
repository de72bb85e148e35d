"""The front door: what comes in over HTTP and sockets is measured, let in and answered. No rules here."""
