"""Every word that somebody may see or hear on a page in a browser, also where it is hidden now."""

from collections.abc import Collection
from typing import Any

from support.pseudo import escaped

# As sentences may have links in them, all text stands together; the page's scripts are no text.
COLLECT = """
const root = document.body.cloneNode(true);
for (const unseen of root.querySelectorAll("script, style, .plate, kbd")) unseen.remove();
for (const unseen of root.querySelectorAll("noscript")) unseen.outerHTML = unseen.textContent;
for (const template of root.querySelectorAll("template")) template.replaceWith(template.content);
const texts = [document.title, root.textContent.replace(/\\{\\w+\\}/g, "")];
for (const name of ["alt", "aria-label", "title", "placeholder"])
  for (const node of root.querySelectorAll(`[${name}]`)) texts.push(node.getAttribute(name));
return texts;
"""
OURS = ("Okanjo", "0x3D")


def unmarked(driver: Any, names: Collection[str] = ()) -> list[str]:
    """What of the page's words is in no brackets and is no name."""
    left = (escaped(text, (*OURS, *names)) for text in driver.execute_script(COLLECT))
    return [text for text in left if text]
