"""Facts about pbem; the folders mirror the packages."""
