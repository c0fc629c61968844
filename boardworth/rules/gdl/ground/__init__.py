"""Rule sheets without variables, and the propnets that play them."""
