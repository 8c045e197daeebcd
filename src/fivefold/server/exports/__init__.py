"""Records, images and animations, rendered in a process of their own."""
