"""Workers among each other: a number for their lock, whether they drain, when they left."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
        alter table worker
          add column number integer generated always as identity constraint uq_worker_number unique,
          add column draining boolean not null default false,
          add column left_at timestamptz
        """
    )


def downgrade() -> None:
    op.execute("alter table worker drop column number, drop column draining, drop column left_at")
