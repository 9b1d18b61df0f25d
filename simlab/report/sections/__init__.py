"""The sections of a report, each a function from the run to what stands in it, or to nothing where there is nothing to show."""
