// The list of players: found as one types, checked in by a tap without loading the page anew.
const search = document.getElementById("search"), plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  for (const row of document.querySelectorAll(".taps li"))
    row.hidden = !plain(row.querySelector("bdi").textContent).includes(plain(search.value.trim()));
}

if (search) {
  search.parentNode.hidden = false;
  search.addEventListener("input", filter);
  filter(); // the browser may have kept what was typed
  document.getElementById("list").addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter, row = button.closest("li");
    if (!row) return;
    const body = new URLSearchParams(new FormData(form, button));
    event.preventDefault();
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["here", row.id]) document.getElementById(id).replaceWith(page.getElementById(id));
    document.querySelector(`#${row.id} button`).focus();
    filter();
  });
}
