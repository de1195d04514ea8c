"""Where games are kept, and files made of them."""
