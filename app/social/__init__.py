"""What people are to each other beside the table: notices, friends, presents, talk."""
