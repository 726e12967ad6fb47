"""Checks a certificate. Shares nothing with the engines, their encoder and their libraries, and believes no file."""
