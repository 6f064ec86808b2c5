/** Narrow and wide characters of Inter, as shares of the font size; the rest take `OTHER`. */
const NARROW = /[\s.,:;'|!il·\u2009\u00a0()]/;
const WIDE = /[mwMW%@\u00c0-\u00dcA-Z]/;
const OTHER = 0.6;

/** About how wide a text is, px; within a tenth for Inter, never far too small. */
export function textWidth(text: string, fontSize: number): number {
  let share = 0;
  for (const character of text) {
    share += NARROW.test(character) ? 0.3 : WIDE.test(character) ? 0.78 : OTHER;
  }
  return share * fontSize;
}

/** Breaks a text at spaces into lines of at most `room` px; a longer word keeps its line. */
export function wrapText(text: string, room: number, fontSize: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const joined = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && textWidth(joined, fontSize) <= room) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

export interface Block {
  readonly top: number;
  readonly height: number;
}

/**
 * Moves blocks that would overlap apart, within `from` and `to`, in their order from the top. The
 * answer holds the new top of each block, in the order given.
 */
export function stack(blocks: readonly Block[], from: number, to: number): number[] {
  const order = blocks.map((_, index) => index).sort((a, b) => topOf(a) - topOf(b));
  const tops = blocks.map((block) => block.top);
  let free = from;
  for (const index of order) {
    tops[index] = Math.max(topOf(index), free);
    free = (tops[index] ?? 0) + heightOf(index);
  }
  let limit = to;
  for (const index of order.toReversed()) {
    tops[index] = Math.min(tops[index] ?? 0, limit - heightOf(index));
    limit = tops[index] ?? 0;
  }
  return tops;

  function topOf(index: number): number {
    return blocks[index]?.top ?? 0;
  }
  function heightOf(index: number): number {
    return blocks[index]?.height ?? 0;
  }
}
