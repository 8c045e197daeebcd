"""The event log on disk: schema, migrations, one writer, backups."""
