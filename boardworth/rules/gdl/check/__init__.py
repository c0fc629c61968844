"""What is wrong with a rule sheet, found in its rules and in random games."""
