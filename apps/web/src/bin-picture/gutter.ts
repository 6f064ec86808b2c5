/** Characters of the Inter font, grouped by width; all others have the relative width `OTHER_WIDTH`. */
const THIN = /[\s.,:;'|!iljI·\u2009\u00a0()]/;
const NARROW = /[tfr°*"-]/;
const DIGIT = /[0-9>]/;
const WIDE = /[mwMW%@A-ZÀ-ÜА-ЯЁжмшщюфы]/;
const OTHER_WIDTH = 0.58;

/** Estimates the width of text in Inter, px, to within 10 %. */
export function estimateTextWidth(text: string, fontSize: number): number {
  let relativeWidth = 0;
  for (const character of text) {
    if (THIN.test(character)) relativeWidth += 0.28;
    else if (NARROW.test(character)) relativeWidth += 0.42;
    else if (DIGIT.test(character)) relativeWidth += 0.64;
    else relativeWidth += WIDE.test(character) ? 0.74 : OTHER_WIDTH;
  }
  return relativeWidth * fontSize;
}

/** Breaks text at spaces into lines of at most `maxWidth` px; a longer word gets its own line. */
export function wrapText(text: string, maxWidth: number, fontSize: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const line = lines.at(-1);
    const longerLine = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && estimateTextWidth(longerLine, fontSize) <= maxWidth)
      lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}

export interface Block {
  readonly top: number;
  readonly height: number;
}

/**
 * Moves overlapping blocks apart between `minTop` and `maxBottom`, in their order from the top. Returns the
 * new top of each block, in the given order.
 */
export function separateBlocks(
  blocks: readonly Block[],
  minTop: number,
  maxBottom: number,
): number[] {
  const order = blocks.map((_, index) => index).sort((a, b) => getTop(a) - getTop(b));
  const tops = blocks.map((block) => block.top);
  let nextTop = minTop;
  for (const index of order) {
    tops[index] = Math.max(getTop(index), nextTop);
    nextTop = (tops[index] ?? 0) + getHeight(index);
  }
  let limit = maxBottom;
  for (const index of order.toReversed()) {
    tops[index] = Math.min(tops[index] ?? 0, limit - getHeight(index));
    limit = tops[index] ?? 0;
  }
  return tops;

  function getTop(index: number): number {
    return blocks[index]?.top ?? 0;
  }
  function getHeight(index: number): number {
    return blocks[index]?.height ?? 0;
  }
}
