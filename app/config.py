"""Settings: read from the environment once, at the start; docs/settings.md is made from this class."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Everything a host may set; each field is the environment variable of the same name in capitals."""

    model_config = SettingsConfigDict(env_prefix="", extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for a whole network.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    workers: int = Field(
        1, ge=1, le=64, description="Processes that serve; SIGUSR2 replaces them one by one, without a pause."
    )
    data_dir: Path = Field(Path("data"), description="Where the bundled servers and the secrets live.")
    database_url: str = Field(
        "", description="postgresql://…?sslmode=require; empty: the bundled Postgres is started."
    )
    redis_url: str = Field("", description="redis://…; empty: the bundled Valkey is started.")
    public_url: str = Field("", description="Address people type; used for links, QR codes, allowed Origins.")
    secret_key: str = Field(
        "", description="32 bytes in hex; empty: made at the first start, under DATA_DIR."
    )
    allowed_origins: list[str] = Field(
        [], description="Further Origins, exact, from which sockets may be opened."
    )
    trusted_proxies: int = Field(0, ge=0, description="How many proxies stand in front (client addresses).")

    guest_grant: int = Field(30_000, ge=0, description="Coins of a new guest.")
    account_grant: int = Field(
        60_000, ge=0, description="Coins of a new account; an upgraded guest gets the rest."
    )
    daily_bonus: int = Field(10_000, ge=0, description="Coins once a UTC day.")
    relief_floor: int = Field(
        6_000,
        ge=0,
        description="Below it, wallet, bets and presents on their way together, relief tops up to it.",
    )
    relief_hours: int = Field(4, ge=1, description="Hours between two reliefs.")
    minimum_bet: int = Field(6_000, ge=1, description="Smallest bet of a coin table.")

    robot_pace: float = Field(
        1.0, ge=0, le=10, description="Stretches the time that robots take over a choice; tests shorten it."
    )
    session_days: int = Field(30, ge=1, description="A session ends after so many days.")
    socket_limit_address: int = Field(20, ge=1, description="Open sockets for each address.")
    rate_limits: bool = Field(
        True, description="Limits by address and player; tests and benchmarks switch them off."
    )


def settings_page() -> str:
    """Return docs/settings.md: a table of every setting, made from the class."""
    lines = [
        "# Settings",
        "",
        'Each is an environment variable, read once at the start. A list is written as JSON: `["https://a.example"]`.',
        "This page is made from `app/config.py` (`sobremesa settings-table > docs/settings.md`).",
        "",
        "| variable | default | meaning |",
        "| --- | --- | --- |",
    ]
    for name, field in Settings.model_fields.items():
        default = field.default
        shown = "on" if default is True else "off" if default is False else str(default)
        lines.append(f"| `{name.upper()}` | {f'`{shown}`' if shown else 'empty'} | {field.description} |")
    return "\n".join(lines) + "\n"
