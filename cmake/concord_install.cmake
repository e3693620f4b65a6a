# Filled by the install step (see docs/decisions).
