print("judge")
