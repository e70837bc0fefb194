"""Pictures that people upload: looked at before they are decoded, and written anew."""
