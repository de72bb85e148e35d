"""What a player should hear of: stored until read, told live. It decides nothing and sends nothing by itself."""
