"""Every message of the socket and its JSON form: what comes in is checked here, what goes out is encoded here."""
