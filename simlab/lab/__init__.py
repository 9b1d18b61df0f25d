"""What asks for many small evaluations to answer one question: each errand is one file. It plays and counts in memory; whoever calls it
keeps what it wants to be kept.
"""
