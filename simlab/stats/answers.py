def answer(analysis):
    return []
