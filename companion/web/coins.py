"""Amounts of money in words. Knows no chip's value and no table."""

from __future__ import annotations

from typing import Final

_SIGNS: Final = {"GBP": "£", "USD": "$", "EUR": "€", "JPY": "¥", "CNY": "¥", "INR": "₹", "ILS": "₪"}
_SMALL: Final = {"GBP": "{}p", "USD": "{}¢", "EUR": "{} ct"}
_CALLED: Final = {"P": "GBP", "PENCE": "GBP", "£": "GBP", "$": "USD", "€": "EUR", "EURO": "EUR"}
"""What people write where a code is asked for."""
_WHOLE: Final = frozenset({"JPY", "KRW", "CLP", "ISK", "VND", "XAF", "XOF"})
"""Currencies without a smaller coin: one unit is already the smallest."""


def money_words(amount: int, currency: str) -> str:
    """Write *amount* (minor units) as people do.

    >>> money_words(55, "GBP"), money_words(155, "GBP"), money_words(-1205, "CHF")
    ('55p', '£1.55', '−12.05 CHF')
    """
    minus, amount, currency = "−" if amount < 0 else "", abs(amount), currency.upper()
    currency = _CALLED.get(currency, currency)
    if amount < 100 and currency in _SMALL:
        return minus + _SMALL[currency].format(amount)
    number = str(amount) if currency in _WHOLE else f"{amount // 100}.{amount % 100:02}"
    if currency in _SIGNS:
        return f"{minus}{_SIGNS[currency]}{number}"
    return f"{minus}{number} {currency}".rstrip()
