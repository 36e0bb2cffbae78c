"""Letters in and out: mailboxes, what a letter says, who wrote it, what is answered.

RawMessage → Message → screened → AuthenticatedMessage → Said
Notice → OutgoingLetter
"""
