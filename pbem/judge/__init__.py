"""The daemon: it walks each letter from the mailbox to the page.

`intake` keeps and reads letters, `rulings` turns commands into what the journal
holds, `cycle` does the steps in order, `daemon` repeats them.
"""
