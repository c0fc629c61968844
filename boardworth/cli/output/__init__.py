"""What commands say: progress, tables, figures as JSON, and what is left after Ctrl-C."""
