"""API bots that play over an unreliable network, where responses are lost and connections are cut."""
