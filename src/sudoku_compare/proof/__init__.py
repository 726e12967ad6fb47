"""Checks a certificate. Shares nothing with the engines, their encoder or their libraries, and believes no file."""
