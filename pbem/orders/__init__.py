"""What a power can say: orders, their normal form, their reader, their legality."""
