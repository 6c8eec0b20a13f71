/* The camera on the eye's page: small pictures at the server's pace, and only when something moved.
   Loaded there alone. It judges nothing; what was seen and what it did comes from the table. */
(() => {
	"use strict";
	const find = (what, root = document) => root.querySelector(what);
	const eye = find("[data-eye]"), video = find("video"), media = navigator.mediaDevices;
	const says = find("[data-eye-says]"), trouble = find("[data-eye-trouble]"), marks = find("[data-eye-marks]"), meters = find("[data-eye-meters]");
	const WIDE = 48, HIGH = 36, CELLS = WIDE * HIGH; /* the grey picture in which movement is looked for */
	const TICK_MS = 100, STEP = 16, FEW = 3;         /* a cell differs by so much; so many cells are movement */
	const LETTERS = 10;                              /* of a name in the picture */
	const MOVING_MS = 200, CALM_MS = 6000, IDLE_MS = 10000, TIMEOUT_MS = 15000, AGAIN_MS = 3000;
	const grey = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH }), sheet = document.createElement("canvas");
	const small = grey.getContext("2d", { willReadFrequently: true }), large = sheet.getContext("2d");
	let stream = null, last = null, sent = null, sentAt = -1e9, movedAt = 0, notBefore = 0, wantsMs = 0, owes = false, most = +eye.dataset.most, flying = false, dark = 0, failures = 0, lit = false, retry = 0, lock = null;

	const WHY = {
		NotAllowedError: "This page may not use the camera. Tap the sign beside the address, allow the camera, then start again.",
		NotFoundError: "No camera was found on this device. Use another phone, or take photos.",
		NotReadableError: "Another app holds the camera. Close it, then start again.",
	};
	const none = "This browser gives no live camera here. Take photos, or tap the cards.";
	const asleep = "The camera rests while this page is not in front. It goes on by itself.";

	function say(words, sign = "") { says.textContent = words.replace(/[♠♥♦♣]/g, "$&\uFE0E"); /* no emoji */ says.parentNode.dataset.sign = sign; }
	function warn(words) { trouble.hidden = !words; find("p", trouble).textContent = words || ""; }
	function set(state) { eye.dataset.state = state; }

	/* ---- the camera ---------------------------------------------------------------------------- */
	async function start() {
		clearTimeout(retry);
		if (!media?.getUserMedia) return warn(none);
		set("starting"); warn("");
		const wide = eye.dataset.view === "table" ? 1920 : 1280;
		try {
			stream = await media.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: wide }, height: { ideal: wide * 9 / 16 }, frameRate: { ideal: 15 } } });
		} catch (error) { return lost(WHY[error.name] || `The camera did not start (${error.name}). Start again, or take photos.`, error.name === "NotReadableError"); }
		const [track] = stream.getVideoTracks();
		track.onended = () => lost("The camera was lost. Plug it in or wake it; it is tried again.", true);
		track.onmute = () => warn("The camera sends no picture now. The table goes on by taps.");
		track.onunmute = () => warn("");
		video.srcObject = stream;
		await video.play().catch(() => {});
		sessionStorage.eyeOn = "yes";
		eye.dataset.torch = track.getCapabilities?.().torch ? "can" : "";
		last = sent = null; dark = 0; lit = false;
		set("on"); say("Looking…"); awake();
	}
	function stop(state = "off") {
		clearTimeout(retry);
		stream?.getTracks().forEach((track) => { track.onended = null; track.stop(); });
		stream = video.srcObject = null;
		set(state); draw([], []);
	}
	function lost(words, again) {
		stop("lost"); warn(words);
		if (again) retry = setTimeout(start, AGAIN_MS);
	}
	async function torch() {
		lit = !lit;
		try { await stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: lit }] }); } catch { lit = false; }
		eye.dataset.torch = lit ? "lit" : "can";
	}
	function awake() {
		if (!lock || lock.released) navigator.wakeLock?.request("screen").then((got) => { lock = got; }, () => {});
	}

	/* ---- movement: what differs in a small grey picture, a common change of light left out ------- */
	function look() {
		small.drawImage(video, 0, 0, WIDE, HIGH);
		const { data } = small.getImageData(0, 0, WIDE, HIGH), cells = new Uint8Array(CELLS);
		for (let i = 0; i < CELLS; i++) cells[i] = (data[4 * i] * 3 + data[4 * i + 1] * 6 + data[4 * i + 2]) / 10;
		return cells;
	}
	function differs(before, now) {
		if (!before) return true;
		let shift = 0, count = 0;
		for (let i = 0; i < CELLS; i++) shift += now[i] - before[i];
		shift /= CELLS;
		for (let i = 0; i < CELLS; i++) count += Math.abs(now[i] - before[i] - shift) > STEP;
		return count >= FEW;
	}
	function isCovered(cells) {
		let lowest = 255, highest = 0;
		for (const cell of cells) { lowest = Math.min(lowest, cell); highest = Math.max(highest, cell); }
		return highest < 16 || highest - lowest < highest / 12;
	}

	/* a refused tap shows another page here for a moment: the running picture comes back with this one */
	function adopt() {
		const other = find("[data-eye]");
		if (!other || other === eye) return;
		other.replaceWith(eye);
		if (stream) video.play().catch(() => {});
	}
	function tick() {
		adopt();
		if (eye.dataset.state !== "on" || !eye.isConnected || document.hidden || video.readyState < 2) return;
		const now = performance.now(), seen = look();
		if (differs(last, seen)) movedAt = now;
		last = seen;
		dark = isCovered(seen) ? dark + 1 : 0;
		if (dark === 10) warn("Nothing can be seen: the camera is covered, or it is too dark.");
		else if (!dark && trouble.dataset.dark) warn("");
		trouble.dataset.dark = dark >= 10 ? "yes" : "";
		if (flying || now < notBefore) return;
		if (!eye.dataset.to) return;
		const since = now - sentAt; /* what moved is shown moving and at rest; the table says how long it looks at what lies still */
		const due = differs(sent, seen) ? since > MOVING_MS : wantsMs && since > wantsMs && (owes || now - movedAt < CALM_MS);
		if ((due && dark < 10) || since > IDLE_MS) send(seen, now);
	}

	/* ---- one picture at a time: the next one waits for the answer -------------------------------- */
	async function send(seen, now) {
		flying = true; sent = seen; sentAt = now;
		try {
			const { videoWidth: wide, videoHeight: high } = video, scale = Math.min(1, most / Math.max(wide, high));
			sheet.width = Math.round(wide * scale); sheet.height = Math.round(high * scale);
			large.drawImage(video, 0, 0, sheet.width, sheet.height);
			const picture = await new Promise((done) => sheet.toBlob(done, "image/jpeg", 0.85));
			const answer = await fetch(`${eye.dataset.to}&at=${Math.round(now)}`, { method: "POST", body: picture, headers: { "Content-Type": "image/jpeg", Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
			const told = await answer.json();
			notBefore = performance.now() + (told.wait_ms || 0);
			if (eye.dataset.state !== "on") return; /* stopped or lost meanwhile: its words stand */
			if (answer.ok) show(told);
			else refused(answer.status, told);
			failures = 0;
		} catch {
			sent = null; /* this one was not seen */
			notBefore = performance.now() + Math.min(1000 * ++failures, 5000);
			if (failures > 1) warn("The table does not answer. Pictures wait, nothing is lost.");
		} finally { flying = false; }
	}
	function refused(status, told) {
		sent = null;
		if (status === 403 || status === 404) return lost(told.say, false);
		if (status === 413) most = Math.max(640, Math.round(most / 1.5));
		if (told.say) say(told.say);
	}
	function show(told) {
		if (dark < 10) warn(told.trouble); /* what the camera itself says stands until it sees again */
		wantsMs = told.more_ms || 0;
		owes = told.owes; /* something lies there that is not read yet, however long that takes */
		say(told.say || "", told.sign);
		draw(told.marks || [], told.zones || []);
		measure(told.meters || {});
	}
	video.addEventListener("resize", () => eye.style.setProperty("--ratio", video.videoWidth / video.videoHeight));
	const shape = (name, at) => { const made = document.createElementNS("http://www.w3.org/2000/svg", name); for (const key in at) made.setAttribute(key, at[key]); return made; };
	function draw(found, zones) { /* boxes in parts of both sides, places in parts of the width, so that circles are round */
		const wide = video.videoWidth || 16, high = video.videoHeight || 9, unit = Math.max(wide, high) / 100, drawn = [];
		marks.setAttribute("viewBox", `0 0 ${wide} ${high}`);
		for (const { x, y, r, name, animal } of zones) { /* the name stands beside the cards, towards the middle */
			const beside = y * wide < high / 2 ? 9 : -7, letters = [...name], short = letters.length > LETTERS ? letters.slice(0, LETTERS).join("") + "…" : name;
			const half = Math.min(1.7 * unit * (letters.length > LETTERS ? LETTERS : letters.length), wide / 2); /* so that the whole name stays in the picture */
			const word = shape("text", { x: Math.min(Math.max(x * wide, half), wide - half), y: y * wide + beside * unit, "font-size": 5 * unit, "stroke-width": unit });
			word.textContent = short;
			drawn.push(shape("circle", { cx: x * wide, cy: y * wide, r: r * wide, class: "zone", "stroke-width": unit / 2, style: `--zone:var(--seat-${animal})` }), word);
		}
		for (const { box: [x0, y0, x1, y1], as } of found) for (const part of as === "calm" ? [as] : ["rim", as]) {
			const width = { rim: 2, calm: 0.5 }[part] || 1.2;
			drawn.push(shape("polygon", { points: `${x0 * wide},${y0 * high} ${x1 * wide},${y0 * high} ${x1 * wide},${y1 * high} ${x0 * wide},${y1 * high}`, class: part, "stroke-width": width * unit }));
		}
		const picture = shape("svg", { width: wide, height: high }); /* what reaches beyond the picture is cut off */
		picture.append(...drawn);
		marks.replaceChildren(picture);
	}
	function measure(told) {
		for (const one of meters.children) {
			const good = told[one.dataset.meter] !== false;
			one.className = good ? "ok" : "no";
			find("use", one).setAttribute("href", meters.dataset.signs + (good ? "#check" : "#warn"));
		}
	}

	/* ---- a single picture, or a place, given by a tap ---------------------------------------------- */
	async function again(answer) { /* what the page says now; the picture goes on running */
		const page = new DOMParser().parseFromString(await answer.text(), "text/html");
		for (const part of [".eye-asks", ".eye-more", "#act"]) find(part)?.replaceWith(find(part, page));
	}
	async function snap(key) {
		if (!stream || flying) return;
		flying = true; key.setAttribute("aria-busy", "true");
		sheet.width = video.videoWidth; sheet.height = video.videoHeight;
		large.drawImage(video, 0, 0);
		const form = new FormData(find("#form"));
		form.set("photo", await new Promise((done) => sheet.toBlob(done, "image/jpeg", 0.92)), "card.jpg");
		try { await again(await fetch(find("#form").action, { method: "POST", body: form })); warn(""); }
		catch { warn("The table does not answer. Take it once more."); }
		key.removeAttribute("aria-busy");
		flying = false;
	}
	async function place(event) {
		const around = video.getBoundingClientRect(), scale = Math.min(around.width / video.videoWidth, around.height / video.videoHeight), wide = video.videoWidth * scale;
		const x = (event.clientX - around.left - (around.width - wide) / 2) / wide, y = (event.clientY - around.top - (around.height - video.videoHeight * scale) / 2) / wide;
		if (x < 0 || x > 1 || y < 0 || y > video.videoHeight / video.videoWidth) return; /* beside the picture */
		await again(await fetch(eye.dataset.to.replace("/frame", "/set"), { method: "POST", body: new URLSearchParams({ kind: "place", x: x.toFixed(4), y: y.toFixed(4) }) }));
	}

	/* ---- people ---------------------------------------------------------------------------------- */
	document.addEventListener("click", (event) => {
		const key = event.target.closest("[data-eye-do]");
		if (!key) return stream && find("[data-eye-places]") && event.target.closest(".eye-view") && place(event);
		({ start, torch, snap: () => snap(key), stop: () => { delete sessionStorage.eyeOn; stop(); say(""); } })[key.dataset.eyeDo]();
	});
	document.addEventListener("visibilitychange", () => {
		if (document.hidden && stream) { stop("asleep"); say(asleep); }
		else if (!document.hidden && eye.dataset.state === "asleep") start();
	});
	addEventListener("pagehide", () => stream && stop("asleep"));
	addEventListener("pageshow", (event) => { if (event.persisted && eye.dataset.state === "asleep") start(); });
	screen.orientation?.addEventListener("change", () => { last = sent = null; });
	media?.addEventListener?.("devicechange", () => { if (eye.dataset.state === "lost" && sessionStorage.eyeOn) start(); });
	setInterval(tick, TICK_MS);
	if (!media?.getUserMedia) warn(none);
	else if (sessionStorage.eyeOn) start(); /* it ran a moment ago: back from another page of the table */
	else set("off");
})();
