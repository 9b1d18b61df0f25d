"""What the commands do, one module for each kind of errand."""
