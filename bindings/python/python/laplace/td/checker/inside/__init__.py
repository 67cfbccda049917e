"""What runs inside the sandbox. Nothing here imports the rest of the package, which is not there."""
