import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveStream } from './save-stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

let stop: AbortController;
let written: string;
let isDropped: boolean;

beforeEach(() => {
  stop = new AbortController();
  written = '';
  isDropped = false;
  const file = () =>
    new WritableStream<Uint8Array>({
      write: (chunk) => {
        written += new TextDecoder().decode(chunk);
      },
      abort: () => {
        isDropped = true;
      },
    });
  const showSaveFilePicker = async () => ({ createWritable: async () => file() });
  vi.stubGlobal('window', { showSaveFilePicker });
});

afterEach(() => vi.unstubAllGlobals());

it('streams a response into the chosen file and counts its lines', async () => {
  const lines: number[] = [];
  const response = new ReadableStream({
    start: (controller) => {
      for (const piece of ['a\nb', '\n', 'c\n']) controller.enqueue(bytes(piece));
      controller.close();
    },
  });
  const onLineCount = (count: number) => lines.push(count);
  const saving = { signal: stop.signal, onLineCount };
  expect(await saveStream('a.csv', async () => new Response(response), saving)).toBe(true);
  expect(written).toBe('a\nb\nc\n');
  expect(lines).toEqual([1, 2, 3]);
});

it.each([true, false])(
  'cancels the call when the save is stopped (file chosen: %s)',
  async (isChosen) => {
    if (!isChosen) vi.stubGlobal('window', {});
    let hasLeft = false;
    const saved = saveStream(
      'a.csv',
      async (signal) => {
        // Like fetch with its signal.
        const response = new ReadableStream({
          start: (controller) => {
            signal.addEventListener('abort', () => {
              hasLeft = true;
              controller.error(signal.reason);
            });
          },
          pull: (controller) => controller.enqueue(bytes('line\n')),
        });
        return new Response(response);
      },
      { signal: stop.signal, onLineCount: (lines) => lines > 100 && stop.abort() },
    );
    expect(await saved).toBe(false);
    expect(hasLeft).toBe(true);
    expect(isDropped).toBe(isChosen);
  },
);

it('reports an error when the response ends early', async () => {
  const response = new ReadableStream({
    start: (controller) => controller.error(new Error('Cut')),
  });
  const saving = { signal: stop.signal, onLineCount: () => {} };
  const saved = saveStream('a.csv', async () => new Response(response), saving);
  await expect(saved).rejects.toThrow('Cut');
});
