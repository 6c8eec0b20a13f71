/* Keeps a page fresh and echoes a tap. Nothing needs it: pages are plain forms. */
(() => {
	"use strict";
	const body = document.body, html = document.documentElement, find = (what, root = document) => root.querySelector(what), all = (what) => document.querySelectorAll(what);
	const stream = body.dataset.live;
	addEventListener("change", (event) => { if ("send" in event.target.dataset) event.target.form.requestSubmit(); });
	if (!stream) return;
	let seq = +body.dataset.seq, source = null, heard = 0, since = "", said = "", timer = 0;
	const later = (what, ms) => { clearTimeout(timer); timer = setTimeout(what, ms); };
	const has = (name) => name in body.dataset, busy = "[aria-busy=true]";

	/* how fresh */
	function fresh(state) {
		const live = state === "live";
		since = live ? "" : since || new Date().toTimeString().slice(0, 5);
		for (const word of all("[data-fresh]")) { word.textContent = live ? "live" : since; word.dataset.state = state; }
		find("#main").classList.toggle("stale", !live);
		let bar = find("#line");
		if (live || !find("header.bar")) return bar?.remove();
		if (!bar) { find("header.bar").insertAdjacentHTML("afterend", "<div id=line></div>"); bar = find("#line"); }
		bar.className = state === "offline" ? "banner off" : "banner again";
		bar.innerHTML = `<span role=status><b>${state === "offline" ? "Offline since " + since : "Reconnecting"}</b>You can look, taps wait.</span>`;
	}
	const trouble = () => fresh(navigator.onLine ? "reconnecting" : "offline");

	/* change only what differs: focus and half-typed words stay */
	function morph(old, now) {
		if (old.nodeName !== now.nodeName || old.dataset?.key !== now.dataset?.key) return old.replaceWith(now.cloneNode(true));
		if (old.nodeType !== 1) { if (old.data !== now.data) old.data = now.data; return; }
		if ("keep" in old.dataset) return;
		attributes(old, now);
		if (old.type === "hidden") old.value = now.value;
		const before = [...old.childNodes], after = [...now.childNodes];
		after.forEach((node, i) => (before[i] ? morph(before[i], node) : old.append(node.cloneNode(true))));
		before.slice(after.length).forEach((node) => node.remove());
	}
	function attributes(old, now) { /* "open" is the reader's own doing */
		for (const { name, value } of now.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
		for (const { name } of [...old.attributes]) if (name !== "open" && !now.hasAttribute(name)) old.removeAttribute(name);
	}
	function show(text, url, refused) {
		const page = new DOMParser().parseFromString(text, "text/html"), parts = ["header.bar", "#main", "#act"];
		if (!refused && page.body.dataset.live !== stream || parts.some((part) => !find(part) !== !find(part, page))) return location.assign(url);
		seq = Math.max(seq, +page.body.dataset.seq);
		attributes(html, page.documentElement); attributes(body, page.body);
		document.title = page.title;
		for (const part of parts) if (find(part)) morph(find(part), find(part, page));
		find(".banner:not(#line)")?.remove();
		find("header.bar")?.after(...page.querySelectorAll(".banner"));
		if (url !== location.href) { history.replaceState(null, "", url); scrollTo(0, 0); }
		const words = find("h1").textContent.trim();
		if (has("speak") && words !== said && window.speechSynthesis) {
			speechSynthesis.cancel();
			speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: html.lang }));
		}
		said = words;
		fresh("live");
	}
	async function look() {
		if (has("hold") || find(busy)) return;
		try {
			const answer = await fetch(location.href, { cache: "no-store" });
			if (answer.ok && !has("hold") && !find(busy)) show(await answer.text(), answer.url + location.hash);
			else if (answer.status > 499) trouble();
		} catch { trouble(); }
	}

	/* taps: an echo at once, the same id until there is an answer, in order */
	let taps = [], sending = false;
	const keep = () => { try { sessionStorage.taps = JSON.stringify(taps); } catch { } };
	try { taps = JSON.parse(sessionStorage.taps || "[]"); } catch { }
	function notYet() {
		if (!find("#notsent")) find("#act")?.insertAdjacentHTML("beforeend", "<p id=notsent class=notsent><b>Not sent yet.</b> It goes as soon as the table is back.</p>");
	}
	async function send() {
		if (sending) return;
		sending = true;
		for (let tries = 0; taps.length; ) {
			const [to, fields] = taps[0], slow = setTimeout(notYet, 2000), stop = new AbortController();
			const end = setTimeout(() => stop.abort(), 10000);
			try {
				const answer = await fetch(to, { method: "POST", body: new URLSearchParams(fields), signal: stop.signal });
				const text = await answer.text();
				if (answer.status > 499) throw answer;
				taps.shift(); keep(); tries = 0;
				if (taps.length) continue;
				find("#notsent")?.remove();
				all("[aria-busy]").forEach((key) => key.removeAttribute("aria-busy"));
				show(text, answer.redirected ? answer.url : location.href, !answer.ok);
			} catch {
				notYet(); trouble();
				await new Promise((go) => setTimeout(go, Math.min(1000 * ++tries, 5000)));
			} finally { clearTimeout(slow); clearTimeout(end); }
		}
		sending = false;
	}
	addEventListener("submit", (event) => {
		const form = event.target, key = event.submitter || find(".go");
		awake();
		if (form.method !== "post" || key?.matches(busy)) return form.method === "post" && event.preventDefault();
		key?.setAttribute("aria-busy", "true");
		if (!has("quiet")) navigator.vibrate?.(15);
		if (form.enctype.startsWith("multipart") || !form.elements.id) return;
		event.preventDefault();
		const fields = [...new FormData(form)];
		if (key?.name) fields.push([key.name, key.value]);
		taps.push([form.action, fields]); keep(); send();
	});

	/* one stream a browser; closed while hidden; long-poll where the table has no room */
	const me = Math.random(), room = window.BroadcastChannel && new BroadcastChannel(stream);
	let lead = false;
	const tell = (word) => room?.postMessage({ word, me, seq });
	if (room) room.onmessage = ({ data }) => {
		if (data.word === "ask" && lead) tell("here");
		if (data.word === "gone") later(ask, 300 * Math.random());
		if (data.word !== "here") return;
		if (lead && data.me < me) { lead = false; close(); }
		if (!lead) { clearTimeout(timer); news(data.seq); }
	};
	function ask() {
		if (document.hidden || lead) return;
		tell("ask");
		later(() => { lead = true; open(); }, room ? 200 : 0);
	}
	const close = () => { source?.close(); source = null; };
	function news(number) {
		heard = Date.now();
		if (lead) tell("here");
		if (number > seq) look(); else if (!sending) fresh("live");
	}
	function open() {
		close();
		if (document.hidden || !lead) return;
		heard = Date.now();
		source = new EventSource(`${stream}?after=${seq}`);
		source.onopen = () => news(seq);
		source.onmessage = (event) => news(+event.lastEventId);
		source.addEventListener("beat", () => news(seq));
		source.onerror = () => { if (source?.readyState === 2) { close(); poll(); } else trouble(); };
	}
	async function poll() {
		let wait = 2;
		try {
			const answer = await fetch(`${stream}?after=${seq}`, { headers: { Accept: "application/json" }, cache: "no-store" });
			const told = await answer.json();
			wait = told.retry_after_s || 0;
			news(told.seq || seq);
		} catch { trouble(); }
		if (lead && !source) later(wait ? open : poll, 1000 * wait + 50);
	}
	function wake() { leave(); heard = Date.now(); look().then(() => { ask(); send(); }); }
	function leave() { clearTimeout(timer); close(); if (lead) { lead = false; tell("gone"); } }
	setInterval(() => { if (!document.hidden && Date.now() - heard > 25000) wake(); }, 5000);
	document.onvisibilitychange = () => (document.hidden ? leave() : (awake(), wake()));
	addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
	addEventListener("pagehide", leave);
	addEventListener("online", wake);
	addEventListener("offline", () => fresh("offline"));

	/* stay awake where the browser allows it; asked again inside every tap */
	let lock = null;
	function awake() {
		if (!lock || lock.released) navigator.wakeLock?.request("screen").then((got) => { lock = got; }, () => {});
	}
	awake(); ask(); send();
})();
