import { inflateSync } from 'node:zlib';

/** A font in a PDF: the number of hexadecimal digits per glyph, and the text of each glyph. */
interface Font {
  readonly digits: number;
  readonly texts: ReadonlyMap<number, string>;
}

/**
 * Checks whether each page of a PDF is at full size; Chromium shrinks pages that are wider than the paper.
 */
export function checkFullSizePages(pdf: Buffer): boolean[] {
  const objects = readObjects(pdf);
  return (
    [...objects.values()]
      .filter((body) => /\/Type \/Page\b/.test(body))
      // A page at full size is scaled from 96 to 300 dots per inch. Drawings in it can have other scales.
      .map((body) => /^3\.125 0 0 3\.125 /m.test(readContentStreams(body, objects)))
  );
}

/** The content streams of a page and of its form XObjects, which hold transparent parts and can be nested. */
function readContentStreams(body: string, objects: ReadonlyMap<string, string>): string {
  const [dictionary = ''] = body.split('stream\n', 1);
  const parts = [...dictionary.matchAll(/\/(?:Contents|X\d+) (\d+) 0 R/g)].map(([, id = '']) =>
    readContentStreams(objects.get(id) ?? '', objects),
  );
  return [readStream(body), ...parts].join('\n');
}

function readObjects(pdf: Buffer): ReadonlyMap<string, string> {
  return new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );
}

/**
 * The text of a PDF as Chromium writes it, in the order in which it is drawn. Chromium uses no object
 * streams; it gives each font a ToUnicode map and names the font after its object.
 */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const fonts = new Map<string, Font>();
  for (const [id, body] of objects) {
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(body) ?? [];
    if (map !== undefined) fonts.set(`F${id}`, readFont(readStream(objects.get(map) ?? '')));
  }
  return [...objects.values()]
    .filter((body) => body.includes('stream\n') && !body.includes('/Length1'))
    .map((body) => readText(readStream(body), fonts))
    .join(' ');
}

function readStream(body: string): string {
  const [, head = '', data = ''] = /^(.*?)stream\n(.*)\nendstream/s.exec(body) ?? [];
  const bytes = Buffer.from(data, 'latin1');
  return head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : data;
}

/** Parses a ToUnicode CMap: single glyphs (bfchar) and ranges (bfrange). */
function readFont(map: string): Font {
  const texts = new Map<number, string>();
  const [, first = ''] = /begincodespacerange\s*<(\w+)>/.exec(map) ?? [];
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) {
      texts.set(Number.parseInt(glyph, 16), toText(text));
    }
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const start = Number.parseInt(from, 16);
      for (let glyph = start; glyph <= Number.parseInt(to, 16); glyph++) {
        texts.set(glyph, String.fromCodePoint((toText(text).codePointAt(0) ?? 0) + glyph - start));
      }
    }
  }
  return { digits: first.length, texts };
}

const toText = (utf16: string) => Buffer.from(utf16, 'hex').swap16().toString('utf16le');

/** Reads the text that a page or a part of it draws with its fonts. */
function readText(content: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined;
  let text = '';
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g)) {
    if (name !== undefined) {
      font = fonts.get(name);
      text += ' ';
    }
    if (glyphs === undefined || font === undefined) continue;
    for (let index = 0; index < glyphs.length; index += font.digits) {
      text += font.texts.get(Number.parseInt(glyphs.slice(index, index + font.digits), 16)) ?? '';
    }
  }
  return text;
}
