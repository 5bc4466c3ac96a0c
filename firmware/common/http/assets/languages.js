// Another language leaves the rest of the address as it is: who is looked at, which names are left out.

addEventListener("click", ({ target }) => {
  const link = target.closest(".languages a");
  if (!link) return;
  const query = new URLSearchParams(location.search);
  query.set("lang", link.lang);
  link.href = `?${query}${location.hash}`;
});
