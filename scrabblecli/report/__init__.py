"""What people and programs read: tables, sums, drawings, JSON and separated lines. Only this room knows a terminal."""
