"""The formats of tournaments: who meets whom. `results/schedule.py` uses them, one file each."""
