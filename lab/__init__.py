"""Tools of the makers: matches of computer players, fitted weights, speed, game days, pictures, mutations."""
