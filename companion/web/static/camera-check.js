/* The doctor asks this very browser whether it gives a live camera, and says why not. */
(async () => {
	"use strict";
	const row = document.querySelector("[data-camera-check]"), media = navigator.mediaDevices;
	if (!row) return;
	const tell = (state, words) => {
		row.className = state;
		row.querySelector("use").setAttribute("href", row.dataset.signs + { ok: "#check", no: "#cross", ask: "#question" }[state]);
		row.querySelector("[data-words]").textContent = words;
	};
	if (!isSecureContext) return; /* the page says where it is to be had */
	if (!media?.getUserMedia) return tell("no", "This browser knows no live camera. Use another one, or take photos.");
	try {
		const found = (await media.enumerateDevices()).filter((device) => device.kind === "videoinput").length;
		if (!found) return tell("no", "No camera was found on this device. Use another phone, or take photos.");
		const { state } = await navigator.permissions.query({ name: "camera" });
		if (state === "denied") return tell("no", "The camera is forbidden for this page. Tap the sign beside the address and allow it.");
		tell("ok", state === "granted" ? "The live camera works on this page." : "A camera is there; the browser asks once before it is used.");
	} catch {
		tell("ok", "A camera may be used on this page; the browser asks once.");
	}
})();
