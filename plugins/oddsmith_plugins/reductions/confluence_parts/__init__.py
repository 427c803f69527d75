"""Parts of the reduction confluence: internal steps, their loops, what can be done before or after them."""
