"""A phone without JavaScript: reads pages, follows links and posts forms over plain HTTP."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar


@dataclass
class Key:
    """A link or button: its words (label or text), its address, and the fields it posts."""

    words: str
    address: str
    fields: dict[str, str] | None = None


@dataclass
class Page(HTMLParser):
    """What a page offers: its heading, its text, its keys, and the fields of each form by id."""

    address: str = ""
    heading: str = ""
    text: str = ""
    keys: list[Key] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._forms: dict[str, tuple[str, dict[str, str]]] = {}
        self._form: str | None = None
        self._open: Key | None = None
        self._button: dict[str, str | None] = {}
        self._in_heading = self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._form = given.get("id") or f"form-{len(self._forms)}"
            self._forms[self._form] = (given.get("action") or self.address, {})
        elif tag == "input":
            self._field(given)
        elif tag in ("a", "button") and "disabled" not in given:
            self._open = Key(given.get("aria-label") or "", given.get("href") or "")
            self._button = {**given, "tag": tag, "inside": self._form}
        elif tag == "h1":
            self._in_heading = 1
        elif tag in ("script", "style"):
            self._hidden = 1

    def _field(self, given: dict[str, str | None]) -> None:
        kind = given.get("type") or "text"
        owner = given.get("form") or self._form
        name = given.get("name")
        if owner is None or name is None or "disabled" in given:
            return
        if kind in ("radio", "checkbox") and "checked" not in given:
            return
        self._forms.setdefault(owner, (self.address, {}))[1][name] = given.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in ("a", "button") and self._open is not None:
            self._close_key(self._open)
        elif tag == "h1":
            self._in_heading = 0
        elif tag in ("script", "style"):
            self._hidden = 0

    def _close_key(self, key: Key) -> None:
        given, self._open = self._button, None
        key.words = " ".join(key.words.split())
        if given["tag"] == "button":
            owner = given.get("form") or given.get("inside")
            if owner is None or given.get("type") == "button":
                return
            key.address, key.fields = owner, {}
            if given.get("name"):
                key.fields = {str(given["name"]): given.get("value") or ""}
        self.keys.append(key)

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        self.text += data
        if self._in_heading:
            self.heading += data
        if self._open is not None and not self._button.get("aria-label"):
            self._open.words += data

    def key(self, words: str) -> Key:
        """Return the key that reads *words*, whole words first."""
        exact = [key for key in self.keys if key.words.lower() == words.lower()]
        near = [key for key in self.keys if words.lower() in key.words.lower()]
        found = exact or near
        assert found, (words, self.heading, [key.words for key in self.keys])
        return found[0]

    def form(self, name: str) -> tuple[str, dict[str, str]]:
        """Return the address and the fields of a form."""
        return self._forms[name]


class PlainPhone:
    """A text browser with cookies. *page* is what it shows."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()), urllib.request.ProxyHandler({})
        )
        self.page = Page()

    def open(self, path: str) -> Page:
        """Load a page."""
        return self._load(urllib.request.Request(self.base + path))

    def tap(self, words: str, **typed: str) -> Page:
        """Follow the link or press the button that reads *words*, with what was *typed*."""
        key = self.page.key(words)
        if key.fields is None:
            return self.open(urllib.parse.urljoin(self.page.address, key.address))
        address, fields = self.page.form(key.address)
        body = urllib.parse.urlencode({**fields, **key.fields, **typed}).encode()
        path = urllib.parse.urljoin(self.page.address, address)
        return self._load(urllib.request.Request(self.base + path, body))

    def _load(self, request: urllib.request.Request) -> Page:
        try:
            response = self._opener.open(request, timeout=20)
        except urllib.error.HTTPError as error:  # a refusal is a page, too
            response = error
        with response:
            assert response.status < 500, (response.status, request.full_url)
            address = response.geturl().removeprefix(self.base)
            page = Page(address=address)
            page.feed(response.read().decode())
        page.heading = " ".join(page.heading.split())
        self.page = page
        return page
