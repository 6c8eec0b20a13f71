/* Boodle, live: keeps a page fresh and echoes a tap. Nothing here is needed: without it pages are plain forms. */
(() => {
  "use strict";
  const body = document.body, $ = (s, r = document) => r.querySelector(s);
  const stream = body.dataset.live, quiet = "quiet" in body.dataset;
  let seq = +body.dataset.seq, source = null, beat = 0, polling = false, lead = !window.BroadcastChannel, lost = null, spoken = "";
  const clock = () => new Date().toTimeString().slice(0, 5);

  /* --- freshness: live, reconnecting, offline since ... ------------------------------------------------- */
  function fresh(state) {
    lost = state === "live" ? null : lost || clock();
    document.querySelectorAll("[data-fresh]").forEach((e) => { e.textContent = state === "live" ? "live" : "since " + lost; e.dataset.state = state; });
    let bar = $("#line");
    if (state === "live") { if (bar) bar.remove(); $("#main").classList.remove("stale"); return; }
    $("#main").classList.add("stale");
    if (!bar) {
      bar = document.createElement("div"); bar.id = "line"; bar.setAttribute("role", "status");
      const bars = $("header.bar"); if (!bars) return; bars.after(bar);
    }
    bar.className = "banner " + (state === "offline" ? "off" : "again");
    bar.replaceChildren(Object.assign(document.createElement("span"), { innerHTML: state === "offline" ?
      `<b>Offline since ${lost}</b>You can look, taps wait.` : "<b>Reconnecting</b>Taps wait and go in order." }));
  }

  /* --- swapping: change only what differs, so focus, scroll and half-typed words stay -------------------- */
  const stay = (n) => n.nodeType === 1 && "keep" in n.dataset;
  function morph(a, b) {
    if (a.nodeType !== b.nodeType || a.nodeName !== b.nodeName || a.dataset?.key !== b.dataset?.key) { a.replaceWith(b.cloneNode(true)); return; }
    if (a.nodeType !== 1) { if (a.data !== b.data) a.data = b.data; return; }
    if (stay(a)) return;
    for (const { name, value } of [...b.attributes]) if (a.getAttribute(name) !== value && !(name === "open")) a.setAttribute(name, value);
    for (const { name } of [...a.attributes]) if (!b.hasAttribute(name) && name !== "open") a.removeAttribute(name);
    if (a.nodeName === "INPUT" && a.type === "hidden") a.value = b.value;
    const x = [...a.childNodes], y = [...b.childNodes];
    y.forEach((n, i) => (x[i] ? morph(x[i], n) : a.append(n.cloneNode(true))));
    x.slice(y.length).forEach((n) => n.remove());
  }
  function show(html, url) {
    const page = new DOMParser().parseFromString(html, "text/html"), now = +page.body.dataset.seq;
    if (!$("#main", page)) return location.reload();
    if (now < seq && !url) return;
    seq = now; body.dataset.seq = seq; body.className = page.body.className; document.title = page.title;
    for (const s of ["header.bar", "#main", "#act"]) { const a = $(s), b = $(s, page); if (a && b) morph(a, b); else if (!!a !== !!b) { location.replace(url || location.href); return; } }
    if (url) history.replaceState(null, "", url);
    const h = $("h1")?.textContent.trim();
    if ("speak" in body.dataset && h && h !== spoken && window.speechSynthesis) { speechSynthesis.cancel(); speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(h), { lang: document.documentElement.lang })); }
    spoken = h; fresh("live");
  }
  const busy = () => $("[aria-busy=true]");
  async function look() {
    const answer = await fetch(location.href, { headers: { "X-Boodle": "part" }, cache: "no-store" });
    if (answer.ok && !busy()) show(await answer.text(), answer.redirected ? answer.url : "");
    return answer.ok;
  }
  const refresh = () => look().catch(() => fresh(navigator.onLine ? "reconnecting" : "offline"));

  /* --- taps: echo at once, the same id until there is an answer, kept in order while offline ------------- */
  const KEY = "boodle-taps";
  let taps = [], sending = false;
  try { taps = JSON.parse(sessionStorage.getItem(KEY)) || []; } catch { /* private mode */ }
  const keep = () => { try { sessionStorage.setItem(KEY, JSON.stringify(taps)); } catch { /* private mode */ } };
  const rest = () => { document.querySelectorAll("[aria-busy]").forEach((e) => e.removeAttribute("aria-busy")); $("#notsent")?.remove(); };
  function notYet() {
    if ($("#notsent") || !$("#act")) return;
    const p = Object.assign(document.createElement("p"), { id: "notsent", className: "notsent", innerHTML: "<b>Not sent yet.</b> It goes as soon as the table is back." });
    $("#act").append(p);
  }
  async function send() {
    if (sending) return;
    sending = true;
    while (taps.length) {
      const [to, data] = taps[0], late = setTimeout(notYet, 2000), stop = new AbortController(), end = setTimeout(() => stop.abort(), 8000);
      try {
        const answer = await fetch(to, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "text/html" }, signal: stop.signal });
        if (answer.status >= 502) throw 0;
        taps.shift(); keep();
        const html = await answer.text();
        rest(); show(html, answer.url.endsWith("/do") ? location.href : answer.url);
      } catch {
        notYet(); fresh(navigator.onLine ? "reconnecting" : "offline");
        await new Promise((r) => setTimeout(r, 1000));
      } finally { clearTimeout(late); clearTimeout(end); }
    }
    sending = false; rest();
  }
  addEventListener("submit", (e) => {
    const form = e.target, key = e.submitter;
    if (form.method !== "post" || form.enctype.startsWith("multipart") || !form.elements.id || e.defaultPrevented) return;
    e.preventDefault();
    if (key?.getAttribute("aria-busy")) return;
    key?.setAttribute("aria-busy", "true");
    if (!quiet) navigator.vibrate?.(15);
    awake();
    const data = new FormData(form, key), id = data.get("id");
    if (form.dataset.used && window.crypto?.randomUUID) data.set("id", crypto.randomUUID()); else if (form.dataset.used && taps.every((t) => t[1].every((f) => f[1] !== id))) return location.reload();
    form.dataset.used = id; taps.push([form.action, [...data]]); keep(); send();
  });
  addEventListener("change", (e) => { if ("send" in e.target.dataset) e.target.form.requestSubmit(); });
  addEventListener("click", (e) => {
    const a = e.target.closest?.("a[href^='?']");
    if (!a || e.metaKey || e.ctrlKey) return;
    e.preventDefault();
    fetch(a.href).then((r) => r.text()).then((t) => show(t, a.href)).catch(() => { location.href = a.href; });
  });

  /* --- the stream: one a browser, closed while hidden, long-poll when the table has no room -------------- */
  const others = window.BroadcastChannel ? new BroadcastChannel("boodle" + stream) : null, me = Math.random();
  if (others) others.onmessage = ({ data }) => {
    if (data.who && !document.hidden && lead) others.postMessage({ lead: me, seq });
    if (data.lead && data.lead !== me) { if (!lead || data.lead > me) { lead = false; close(); beat = Date.now(); } }
    if (data.gone) ask();
    if (data.seq) { beat = Date.now(); if (data.seq > seq) refresh(); else if (!lead) fresh("live"); }
  };
  const ask = () => { if (!others) return open(); others.postMessage({ who: me }); setTimeout(() => { if (Date.now() - beat > 300 && !document.hidden) { lead = true; open(); } }, 250); };
  function close() { source?.close(); source = null; }
  function heard(n) { beat = Date.now(); fresh("live"); others?.postMessage({ lead: me, seq: n || seq }); if (n > seq) refresh(); }
  function open() {
    if (!stream || document.hidden || source || polling) return;
    beat = Date.now();
    if (!window.EventSource) return poll();
    source = new EventSource(`${stream}?after=${seq}`);
    source.onopen = () => heard(seq);
    source.onmessage = (e) => heard(+e.lastEventId || +e.data || 0);
    source.addEventListener("beat", () => heard(seq));
    source.onerror = () => { const dead = source?.readyState === 2; fresh(navigator.onLine ? "reconnecting" : "offline"); if (dead) { close(); poll(); } };
  }
  async function poll() {
    if (polling || document.hidden) return;
    polling = true;
    try {
      const answer = await fetch(`${stream}?after=${seq}`, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (answer.ok) heard((await answer.json()).seq); else throw 0;
      polling = false; setTimeout(lead ? open : ask, 100);
    } catch { polling = false; fresh(navigator.onLine ? "reconnecting" : "offline"); setTimeout(() => refresh().then(open), 2000); }
  }
  function wake() { close(); beat = 0; if (stream) { refresh().then(() => { send(); lead = !others; ask(); }); } }
  if (stream) {
    setInterval(() => { if (!document.hidden && Date.now() - beat > 25000) wake(); }, 5000);
    document.addEventListener("visibilitychange", () => { if (document.hidden) { if (lead) { lead = !others; close(); others?.postMessage({ gone: me }); } } else wake(); });
    addEventListener("pageshow", (e) => { if (e.persisted) wake(); });
    addEventListener("pagehide", () => { close(); if (lead) others?.postMessage({ gone: me }); });
    addEventListener("online", wake);
    addEventListener("offline", () => fresh("offline"));
    ask();
  }
  if (taps.length) send();

  /* --- stay awake where the browser allows it; asked again inside every tap ------------------------------- */
  let lock = null;
  function awake() { if (navigator.wakeLock && stream && !lock) navigator.wakeLock.request("screen").then((l) => { lock = l; l.onrelease = () => { lock = null; }; }, () => {}); }
  awake();
})();
