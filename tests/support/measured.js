// What of a page cannot be read, for tests: see measured.py. A text is measured by the lines that it
// takes, a line by its capitals: boxes of lines may overlap where nothing does that is seen.

const CONTROLS = "button, .btn, input, select, textarea, summary";
const ARROW = 18; // px of a list's, as Chromium draws it
const CAPITALS = 0.72; // of a letter's size

const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
const hides = (overflow) => overflow === "hidden" || overflow === "clip";
const scrolls = ({ overflowX, overflowY }) => /auto|scroll/.test(overflowX + overflowY);
const meets = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

class Page {
  constructor(names) {
    this.names = names;
    this.root = document.querySelector("dialog[open]") ?? document.body;
    this.faults = new Set();
    this.styles = new Map();
    this.boxes = new Map();
  }

  style(node) {
    if (!this.styles.has(node)) this.styles.set(node, getComputedStyle(node));
    return this.styles.get(node);
  }

  box(node) {
    if (!this.boxes.has(node)) this.boxes.set(node, node.getBoundingClientRect());
    return this.boxes.get(node);
  }

  isSeen(node) {
    const seen = { checkOpacity: true, checkVisibilityCSS: true };
    return node.checkVisibility(seen) && !node.closest(".languages p");
  }

  /** Whether it is there for those who listen. */
  isHeard(node) {
    const { clipPath, overflowX } = this.style(node);
    return clipPath === "inset(50%)" || (hides(overflowX) && this.box(node).width <= 1);
  }

  isName(node, text) {
    return node.closest("bdi, .name") || this.names.some((name) => text.includes(name));
  }

  /** A node and all that it stands in. */
  upwards(node) {
    const nodes = [];
    for (let up = node; up && up !== this.root.parentElement; up = up.parentElement) nodes.push(up);
    return nodes;
  }

  /** What lies over the rest of the page, if the node is within such a part. */
  layer(node) {
    return this.upwards(node).find((up) => {
      const { position, zIndex } = this.style(up);
      return /fixed|sticky/.test(position) || (position === "absolute" && zIndex !== "auto");
    });
  }

  /** Each line of text that is seen, as far as it is. */
  lines() {
    const lines = [];
    const walker = document.createTreeWalker(this.root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const own = text.parentElement;
      if (!text.textContent.trim() || !this.isSeen(own)) continue;
      if (this.upwards(own).some((up) => this.isHeard(up))) continue;
      lines.push(...this.linesOf(text, own));
    }
    return lines.sort((a, b) => a.top - b.top);
  }

  linesOf(text, own) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { fontSize, writingMode, hyphens } = this.style(own);
    const half = (parseFloat(fontSize) * CAPITALS) / 2;
    const isLevel = writingMode === "horizontal-tb";
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    const isName = this.isName(own, text.textContent);
    if (rects.length > 1 && hyphens !== "auto" && !isName) this.lookForBroken(text, isLevel);
    const layer = this.layer(own);
    return rects
      .map(({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        const edges = isLevel
          ? { top: Math.max(top, middle - half), bottom: Math.min(bottom, middle + half) }
          : { top, bottom };
        return { left, right, ...edges, own, isName, layer, what: short(text.textContent) };
      })
      .filter((line) => this.within(line));
  }

  /** Cut the line where it is hidden, and say what it leaves; false if nothing is left of it. */
  within(line) {
    for (const up of this.upwards(line.own)) {
      const style = this.style(up);
      const edge = this.box(up);
      if (style.display === "contents") continue;
      const isWide = line.right > edge.right + 1.5 || line.left < edge.left - 1.5;
      const isHigh = line.bottom > edge.bottom + 1.5 || line.top < edge.top - 1.5;
      const isCut = (hides(style.overflowX) && isWide) || (hides(style.overflowY) && isHigh);
      if (isCut && !line.isName) this.faults.add(`cut: ${line.what}`);
      if (isCut || (scrolls(style) && up !== this.root)) {
        line.left = Math.max(line.left, edge.left);
        line.right = Math.min(line.right, edge.right);
        line.top = Math.max(line.top, edge.top);
        line.bottom = Math.min(line.bottom, edge.bottom);
        return line.right - line.left > 1 && line.bottom - line.top > 1;
      }
      const isInline = style.display.startsWith("inline");
      const isDrawn =
        !/rgba\(.*, 0\)|transparent/.test(style.backgroundColor) ||
        (style.borderBottomWidth !== "0px" && style.display !== "inline");
      const holds = up === line.own && !isInline;
      if (((isDrawn || holds) && isWide) || (isDrawn && isHigh))
        this.faults.add(`sticks out: ${line.what}`);
      if (/fixed|absolute/.test(style.position)) break;
    }
    if (line.right > innerWidth + 1 || line.left < -1)
      this.faults.add(`outside the window: ${line.what}`);
    return true;
  }

  /** Words on two lines, in writing with blanks between words. */
  lookForBroken(text, isLevel) {
    const range = document.createRange();
    for (const word of text.textContent.matchAll(/[\p{Script=Latin}\p{N}]{2,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const rects = [...range.getClientRects()];
      const lines = new Set(rects.map(({ top, left }) => (isLevel ? top : left)));
      if (lines.size > 1) this.faults.add(`broken: ${word[0]}`);
    }
  }

  lookForEllipses() {
    for (const node of this.root.querySelectorAll(":not(select, input)")) {
      const { textOverflow, webkitLineClamp } = this.style(node);
      const isCut =
        (textOverflow === "ellipsis" && node.scrollWidth > node.clientWidth + 1) ||
        (webkitLineClamp !== "none" && node.scrollHeight > node.clientHeight + 1);
      if (isCut && this.isSeen(node) && !this.isName(node, node.textContent))
        this.faults.add(`cut: ${short(node.textContent)}`);
    }
  }

  /** A field's own text, which no range measures. */
  lookIntoFields(controls) {
    const pen = document.createElement("canvas").getContext("2d");
    for (const field of controls.filter((node) => node.matches("select, input"))) {
      const isList = field.matches("select");
      const text = isList ? field.selectedOptions[0]?.text : field.placeholder;
      if (!text || this.names.includes(text)) continue;
      const { font, paddingLeft, paddingRight } = this.style(field);
      pen.font = font;
      const padding = parseFloat(paddingLeft) + parseFloat(paddingRight) + (isList ? ARROW : 0);
      if (pen.measureText(text).width > field.clientWidth - padding + 1)
        this.faults.add(`cut: ${text}`);
    }
  }

  lookForOverlaps(lines, controls) {
    const overlap = (one, other) => this.faults.add(`overlap: ${one} | ${other}`);
    for (const [index, line] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        if (other.top >= line.bottom) break;
        if (other.own !== line.own && other.layer === line.layer && meets(line, other))
          overlap(line.what, other.what);
      }
    const isOver = (node) => this.style(node).position === "absolute";
    for (const control of controls) {
      const ups = this.upwards(control).slice(1);
      if (isOver(control) || ups.some((up) => this.style(up).overflowY !== "visible")) continue;
      const [box, layer] = [this.box(control), this.layer(control)];
      const what = short(control.textContent) || control.name;
      for (const other of controls) {
        const isPart = control.contains(other) || other.contains(control);
        if (!isPart && !isOver(other) && this.layer(other) === layer && meets(box, this.box(other)))
          overlap(what, short(other.textContent) || other.name);
      }
      for (const line of lines)
        if (
          !control.contains(line.own) &&
          !isOver(line.own) &&
          line.layer === layer &&
          meets(box, line)
        )
          overlap(what, line.what);
    }
  }

  lookAtWays() {
    for (const ways of this.root.querySelectorAll(".ways:has(svg)")) {
      const boxes = [...ways.children]
        .filter((way) => this.isSeen(way))
        .map((way) => this.box(way));
      const [before, last] = boxes.slice(-2);
      if (last && last.top >= before.bottom)
        this.faults.add("of the ways to other pages one has a line of its own");
    }
  }

  look() {
    if (document.documentElement.scrollWidth > innerWidth) this.faults.add("scrolls sideways");
    const controls = [...this.root.querySelectorAll(CONTROLS)].filter(
      (node) => this.isSeen(node) && this.box(node).width > 1,
    );
    this.lookForOverlaps(this.lines(), controls);
    this.lookForEllipses();
    this.lookIntoFields(controls);
    this.lookAtWays();
    return [...this.faults];
  }
}

globalThis.faultsOfPage = (names) => new Page(names).look();
