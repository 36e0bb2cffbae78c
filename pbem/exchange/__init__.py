"""Games in and out: checked, published, taken in from elsewhere."""
