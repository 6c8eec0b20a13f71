// The house rules sheet while it is filled in: says at once what counts and what was chosen.
// Without it the page says the same after each answer of the server.
"use strict";
(() => {
  const form = document.getElementById("form");
  if (!form) return;

  const holds = (condition, said) => {
    if (condition.includes("~")) {
      const [name, part] = condition.split("~");
      return (said.get(name) || "").includes(part);
    }
    const [name, words] = condition.split("=");
    if (words === undefined) return !["", "0"].includes(said.get(name) || "");
    const is = words.split("|").includes(said.get(name.replace("!", "")) || "");
    return is !== name.endsWith("!");
  };

  const show = () => {
    const said = new FormData(form);
    for (const ask of document.querySelectorAll("[data-needs]")) {
      const needs = ask.dataset.needs.split(" ");
      ask.classList.toggle("asleep", !needs.some((condition) => holds(condition, said)));
    }
    for (const pick of document.querySelectorAll(".pick")) {
      const label = pick.querySelector("label:has(:checked) b");
      if (label) pick.querySelector(".chosen").textContent = label.textContent;
    }
  };

  addEventListener("change", show);
  addEventListener("input", show);
  addEventListener("pageshow", show);
})();
