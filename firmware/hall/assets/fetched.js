// A page as it is now, or the answer to a form, for pages that show by themselves what is new.

/** A page, this one where no address is named, with its `status`, and the `url` that it led to;
 * rejected where the board is away. `has` are the keys of the parts that need not be sent again. */
export async function fetched({ address = location.href, has = "", ...how } = {}) {
  const answer = await fetch(address, {
    cache: "no-store",
    headers: { Accept: "text/html", ...(has && { "Okanjo-Has": has }) },
    ...how,
  });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { page, ok: answer.ok, status: answer.status, url: answer.url };
}
