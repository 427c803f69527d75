"""Space and questions -> problems -> solutions with bounds -> answers."""
