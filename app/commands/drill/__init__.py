"""The command `drill`, and what stands below it."""

NAME = "drill"
