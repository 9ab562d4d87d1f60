"""The parts put together: helm, menus, configuration, and the event loop of the box."""
