"""Signatures (Ed25519, RFC 8032): a judge signs its receipts, and anybody can check them."""

from __future__ import annotations

import base64

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class SigningKey:
    """A key that signs.

    Attributes:
        public_key: 64 hexadecimal digits.
    """

    def __init__(self, private: bytes) -> None:
        """Use a private key of 32 bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public_key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """Return the signature of a message: 86 letters of base64url."""
        return base64.urlsafe_b64encode(self._key.sign(message)).decode().rstrip("=")


def is_signed(public_key: str, message: bytes, signature: str) -> bool:
    """Return whether a signature of a message is by the owner of a key.

    Args:
        public_key: 64 hexadecimal digits.
        message: The bytes that were signed.
        signature: As `SigningKey.sign` writes it; blanks and line ends, which mail
            may put in, are passed over.
    """
    letters = "".join(signature.split()).rstrip("=")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        raw = base64.b64decode(
            f"{letters}{'=' * (-len(letters) % 4)}", altchars="-_", validate=True
        )
        key.verify(raw, message)
    except (ValueError, InvalidSignature):
        return False
    return True
