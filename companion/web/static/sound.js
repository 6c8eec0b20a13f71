/* Sound on the table display: off until somebody switches it on, because a browser plays none before a tap. */
(() => {
	"use strict";
	const body = document.body, key = document.querySelector("[data-sound-switch]");
	const Context = window.AudioContext || window.webkitAudioContext;
	if (!key || !Context) return;
	/* each sound: notes of [start s, length s, Hz, loudness, wave] */
	const SOUNDS = {
		tick: [[0, .04, 900, .3, "triangle"]],
		undone: [[0, .04, 600, .3, "triangle"]],
		pot: [[0, .05, 2200, .2, "square"], [.1, .05, 2500, .2, "square"], [.2, .06, 2350, .2, "square"]],
		stop: [[0, .12, 180, .5, "triangle"]],
		out: [[0, .18, 523, .3, "sine"], [.2, .26, 784, .3, "sine"]],
		doubt: [[0, .3, 220, .3, "sine"]],
	};
	let context = null, on = false, seq = body.dataset.seq, sound = body.dataset.sound;
	function play(name) {
		for (const [start, length, hertz, loud, type] of SOUNDS[name] || []) {
			const note = new OscillatorNode(context, { frequency: hertz, type }), level = new GainNode(context), at = context.currentTime + start;
			level.gain.setValueAtTime(loud, at);
			level.gain.exponentialRampToValueAtTime(.001, at + length);
			note.connect(level).connect(context.destination);
			note.start(at); note.stop(at + length);
		}
	}
	function show() { key.setAttribute("aria-pressed", on); key.textContent = on ? "Sound is on" : "Sound is off"; }
	key.addEventListener("click", () => {
		on = !on;
		context ||= new Context();
		context.resume();
		if (on) play("tick");
		show();
	});
	new MutationObserver(() => {
		const isNew = body.dataset.seq !== seq || body.dataset.sound !== sound;
		seq = body.dataset.seq; sound = body.dataset.sound;
		if (isNew && on) { play(sound); key.dataset.played = sound; }
	}).observe(body, { attributes: true, attributeFilter: ["data-seq", "data-sound"] });
	key.hidden = false;
	show();
})();
