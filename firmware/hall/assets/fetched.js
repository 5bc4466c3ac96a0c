// A page as it is now, or the answer to a form, for pages that show by themselves what is new.

/** The page of this address, with the `url` that it led to; rejected where the board is away. */
export async function fetched(how) {
  const answer = await fetch(location.href, {
    cache: "no-store",
    headers: { Accept: "text/html" },
    ...how,
  });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { page, ok: answer.ok, url: answer.url };
}
