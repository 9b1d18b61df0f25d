"""Where a run's results lie: whole files in a folder or an object store, one run at a time, and what is known of each part."""
