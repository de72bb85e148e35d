"""The command `sobremesa`: thin, every subcommand calls one function of a room."""


def main() -> None:
    """Run the command line."""
