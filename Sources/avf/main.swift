print("avf")
