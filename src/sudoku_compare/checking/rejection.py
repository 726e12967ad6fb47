"""Why the checker does not believe a certificate or a trace."""


class Rejected(Exception):
    """Raised when a certificate or a trace is invalid."""


class CertificateTooLarge(Exception):
    """Raised when a certificate is too large to check."""
