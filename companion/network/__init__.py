"""This machine in the house network: addresses, certificate, listeners, and the doctor."""
