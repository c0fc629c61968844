"""The experiments of Hoki and Kaneko 2014."""
