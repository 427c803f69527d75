"""Chain -> proved values: subtraction-free elimination, component by component, refined until a certificate holds."""
