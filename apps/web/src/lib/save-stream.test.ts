import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveStream } from './save-stream.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);

let abortController: AbortController;
let written: string;
let isWriteAborted: boolean;

beforeEach(() => {
  abortController = new AbortController();
  written = '';
  isWriteAborted = false;
  const createFile = () =>
    new WritableStream<Uint8Array>({
      write: (chunk) => {
        written += new TextDecoder().decode(chunk);
      },
      abort: () => {
        isWriteAborted = true;
      },
    });
  const showSaveFilePicker = async () => ({ createWritable: async () => createFile() });
  vi.stubGlobal('window', { showSaveFilePicker });
});

afterEach(() => vi.unstubAllGlobals());

it('streams a response into the chosen file and counts its lines', async () => {
  const lineCounts: number[] = [];
  const response = new ReadableStream({
    start: (controller) => {
      for (const piece of ['a\nb', '\n', 'c\n']) controller.enqueue(toBytes(piece));
      controller.close();
    },
  });
  const onLineCount = (count: number) => lineCounts.push(count);
  const options = { signal: abortController.signal, onLineCount };
  expect(await saveStream('a.csv', async () => new Response(response), options)).toBe(true);
  expect(written).toBe('a\nb\nc\n');
  expect(lineCounts).toEqual([1, 2, 3]);
});

it.each([true, false])(
  'cancels the request when saving is stopped (file chosen: %s)',
  async (isChosen) => {
    if (!isChosen) vi.stubGlobal('window', {});
    let isRequestAborted = false;
    const saved = saveStream(
      'a.csv',
      async (signal) => {
        // Like fetch, fails the response when the signal aborts.
        const response = new ReadableStream({
          start: (controller) => {
            signal.addEventListener('abort', () => {
              isRequestAborted = true;
              controller.error(signal.reason);
            });
          },
          pull: (controller) => controller.enqueue(toBytes('line\n')),
        });
        return new Response(response);
      },
      {
        signal: abortController.signal,
        onLineCount: (lines) => lines > 100 && abortController.abort(),
      },
    );
    expect(await saved).toBe(false);
    expect(isRequestAborted).toBe(true);
    expect(isWriteAborted).toBe(isChosen);
  },
);

it('reports an error when the response ends early', async () => {
  const response = new ReadableStream({
    start: (controller) => controller.error(new Error('Connection lost')),
  });
  const options = { signal: abortController.signal, onLineCount: () => {} };
  const saved = saveStream('a.csv', async () => new Response(response), options);
  await expect(saved).rejects.toThrow('Connection lost');
});
