"""What of a page in a browser cannot be read: it overlaps, is cut off, sticks out, or needs scrolling
sideways.
"""

import base64
from collections.abc import Collection
from pathlib import Path
from typing import Any

# `text` nodes are measured by the lines that they take, a line by its capitals: boxes of lines may
# overlap where nothing does that is seen. Names may be cut, and broken where there is no blank.
FAULTS = """
const names = arguments[0];
const root = document.querySelector("dialog[open]") ?? document.body;
const faults = new Set();
const short = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 60);
const isSeen = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
  !node.closest(".sr, .languages p");
const CONTROLS = "button, .btn, input, select, textarea, summary";
const isName = (node) => node.parentElement.closest("bdi, .name") ||
  names.some((name) => node.textContent.includes(name));
const hides = (overflow) => overflow === "hidden" || overflow === "clip";
const above = (node) => {
  const all = [];
  for (let up = node.parentElement; up && up !== root.parentElement; up = up.parentElement)
    all.push(up);
  return all;
};
const styles = new Map();
const styleOf = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
const boxes = new Map();
const boxOf = (node) => boxes.get(node) ??
  boxes.set(node, node.getBoundingClientRect()).get(node);
const isForEarsOnly = (node) => styleOf(node).clipPath === "inset(50%)" ||
  (hides(styleOf(node).overflowX) && boxOf(node).width <= 1);
const isAboveAll = (node) => /fixed|sticky/.test(styleOf(node).position) ||
  (styleOf(node).position === "absolute" && styleOf(node).zIndex !== "auto");

if (document.documentElement.scrollWidth > innerWidth) faults.add("scrolls sideways");

const lines = [];
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const own = node.parentElement;
  if (!node.textContent.trim() || !isSeen(own)) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const size = parseFloat(styleOf(own).fontSize), upright = styleOf(own).writingMode === "horizontal-tb";
  const ancestors = above(node);
  if (ancestors.some(isForEarsOnly)) continue;
  const layer = ancestors.find(isAboveAll);
  const what = short(node.textContent);
  const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  for (const { left, right, top, bottom } of rects) {
    const middle = (top + bottom) / 2;
    const line = { left, right, node, what, layer,
      top: upright ? Math.max(top, middle - size * 0.36) : top,
      bottom: upright ? Math.min(bottom, middle + size * 0.36) : bottom };
    let isScrolled = false;
    for (const box of ancestors) {
      const { overflowX, overflowY, backgroundColor, borderBottomWidth, display, position } = styleOf(box);
      const edge = boxOf(box);
      if (display === "contents") continue;
      const beyond = line.right > edge.right + 1.5 || line.left < edge.left - 1.5;
      const past = line.bottom > edge.bottom + 1.5 || line.top < edge.top - 1.5;
      if (/auto|scroll/.test(overflowX + overflowY) && box !== root) {
        isScrolled = true;
        line.left = Math.max(line.left, edge.left), line.right = Math.min(line.right, edge.right);
        line.top = Math.max(line.top, edge.top), line.bottom = Math.min(line.bottom, edge.bottom);
        break;
      }
      if ((hides(overflowX) && beyond) || (hides(overflowY) && past)) {
        if (!isName(node)) faults.add(`cut: ${what}`);
        line.left = Math.max(line.left, edge.left), line.right = Math.min(line.right, edge.right);
        line.top = Math.max(line.top, edge.top), line.bottom = Math.min(line.bottom, edge.bottom);
        break;
      }
      const isBox = !/rgba\\(.*, 0\\)|transparent/.test(backgroundColor) ||
        (borderBottomWidth !== "0px" && !/^inline$/.test(display));
      const holds = box === own && !display.startsWith("inline");
      if (((isBox || holds) && beyond) || (isBox && past)) faults.add(`sticks out: ${what}`);
      if (/fixed|absolute/.test(position)) break;
    }
    if (!isScrolled && (line.right > innerWidth + 1 || line.left < -1))
      faults.add(`outside the window: ${what}`);
    if (line.right - line.left > 1 && line.bottom - line.top > 1) lines.push(line);
  }
  if (rects.length > 1 && styleOf(own).hyphens !== "auto" && !isName(node))
    for (const word of node.textContent.matchAll(/[\\p{Script=Latin}\\p{N}]{2,}/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top, left }) => upright ? top : left));
      if (tops.size > 1) faults.add(`broken: ${word[0]}`);
    }
}
for (const node of root.querySelectorAll("*")) {
  if (!isSeen(node)) continue;
  const { textOverflow, webkitLineClamp } = styleOf(node);
  const isCut = (textOverflow === "ellipsis" && node.scrollWidth > node.clientWidth + 1) ||
    (webkitLineClamp !== "none" && node.scrollHeight > node.clientHeight + 1);
  const isNamed = node.closest("bdi, .name") || names.some((name) => node.textContent.includes(name));
  if (isCut && !/SELECT|INPUT/.test(node.tagName) && !isNamed)
    faults.add(`cut: ${short(node.textContent)}`);
}

const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
lines.sort((a, b) => a.top - b.top);
for (const [index, line] of lines.entries())
  for (let next = index + 1; next < lines.length && lines[next].top < line.bottom; next++)
    if (lines[next].node !== line.node && lines[next].layer === line.layer && meets(line, lines[next]))
      faults.add(`overlap: ${line.what} | ${lines[next].what}`);

const controls = [...root.querySelectorAll(CONTROLS)].filter((node) => isSeen(node) && boxOf(node).width);
const isLaidOver = (node) => styleOf(node).position === "absolute";
const layerOf = (node) => [node, ...above(node)].find(isAboveAll);
for (const control of controls) {
  const box = boxOf(control), layer = layerOf(control);
  if (above(control).some((up) => /auto|scroll|hidden/.test(styleOf(up).overflowY))) continue;
  for (const other of controls)
    if (other !== control && !control.contains(other) && !other.contains(control) &&
        layerOf(other) === layer && ![control, other].some(isLaidOver) && meets(box, boxOf(other)))
      faults.add(`overlap: ${short(control.textContent)} | ${short(other.textContent)}`);
  for (const line of lines)
    if (!isLaidOver(control) && !control.contains(line.node) && line.layer === layer &&
        !isLaidOver(line.node.parentElement) && meets(box, line))
      faults.add(`overlap: ${short(control.textContent) || control.name} | ${line.what}`);
}

const pen = document.createElement("canvas").getContext("2d");
const ARROW = 18;  // of a list, as Chromium draws it
for (const field of controls.filter((node) => /SELECT|INPUT/.test(node.tagName))) {
  const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.text : field.placeholder;
  if (!text || names.includes(text)) continue;
  const { font, paddingLeft, paddingRight } = styleOf(field);
  pen.font = font;
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) -
    ARROW * (field.tagName === "SELECT");
  if (pen.measureText(text).width > room + 1) faults.add(`cut: ${text}`);
}

for (const ways of root.querySelectorAll(".ways")) {
  const all = [...ways.children].filter(isSeen).map(boxOf);
  if (all.length > 1 && all.at(-1).top >= all.at(-2).bottom)
    faults.add("of the ways to other pages one has a line of its own");
}
return [...faults];
"""
DRAWN = (
    "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
)


def faults(driver: Any, names: Collection[str] = ()) -> list[str]:
    """What is wrong with the page at its present width, each with its text; `names` are put in."""
    driver.execute_async_script(DRAWN)
    return list(driver.execute_script(FAULTS, [*names]))


def photograph(driver: Any, file: Path) -> None:
    """Save a picture of the whole page, as wide as its window."""
    width, height = driver.execute_script(
        "const { scrollHeight } = document.documentElement; return [innerWidth, scrollHeight]"
    )
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    taken = driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(base64.b64decode(taken["data"]))
