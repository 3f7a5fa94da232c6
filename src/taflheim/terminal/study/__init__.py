"""What is known of games that are studied: reviews, variations, rules, lessons. Nothing here draws on a screen."""
